/// <reference types="vite/client" />
declare module 'virtual:engine' {
  /** The WebAssembly module, gzipped, in base 64. */
  const packed: string
  export default packed
}
declare module 'gifenc'
