// One page a build: a classic script beside it, no address that starts at a root, so that the site
// runs from any folder, a file manager's included.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const module = here('../build/wasm/web/engine/waymark_engine.wasm')
const page = process.env.SITE_PAGE ?? 'index'

// What cmake/wasm32_wasi.cmake compiles for; the tool believes nothing that it isn't told.
const features = ['simd', 'bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals']
const large = { maxBuffer: 1 << 24 }

/** The engine as a text in the script: made smaller, then packed as gzip would, but smaller. */
function engine(): Plugin {
  return {
    name: 'engine',
    resolveId: (id) => (id === 'virtual:engine' ? '\0virtual:engine' : null),
    load(id) {
      if (id !== '\0virtual:engine') {
        return null
      }
      this.addWatchFile(module)
      const small = module.replace('.wasm', '.small.wasm')
      // Nothing lies below the linker's first 1,024 bytes, so short offsets can be folded.
      execFileSync('wasm-opt', ['-Oz', '--converge', '--low-memory-unused', ...features.map((name) => `--enable-${name}`), module, '-o', small])
      return `export default ${JSON.stringify(execFileSync('zopfli', ['-c', '--i15', small], large).toString('base64'))}`
    },
  }
}

/** Module scripts don't load from a folder; classic ones that wait do. */
function classic(): Plugin {
  return {
    name: 'classic',
    enforce: 'post',
    transformIndexHtml: (html) =>
      html.replace(/<script type="module" crossorigin/g, '<script defer').replace(/ crossorigin/g, ''),
  }
}

export default defineConfig({
  base: './',
  publicDir: page === 'index' ? 'public' : false,
  plugins: [engine(), classic()],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  worker: { format: 'iife', plugins: () => [engine()] },
  build: {
    outDir: '../build/site',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      input: here(`${page}.html`),
      output: { format: 'iife', inlineDynamicImports: true, entryFileNames: 'assets/[name]-[hash].js' },
    },
  },
})
