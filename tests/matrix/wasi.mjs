// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// node wasi.mjs PROGRAM [WORD...]: runs a WebAssembly program with nothing but its words and stdout.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...words] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: ['matrix', ...words] });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject?.() ?? {
    wasi_snapshot_preview1: wasi.wasiImport,
});
process.exitCode = wasi.start(instance) ?? 0;
