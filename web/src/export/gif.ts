// A film of the canvas: frames at even distances through the events, then a rest at the end.
import { GIFEncoder, applyPalette, quantize } from 'gifenc'

const FRAMES = 40
const SIDE = 720

export async function gifBytes(source: HTMLCanvasElement, length: number, show: (at: number) => void): Promise<Uint8Array> {
  const scale = Math.min(1, SIDE / Math.max(source.width, source.height))
  const small = document.createElement('canvas')
  small.width = Math.round(source.width * scale)
  small.height = Math.round(source.height * scale)
  const context = small.getContext('2d', { willReadFrequently: true })!
  const encoder = GIFEncoder()
  // The last frame has all the colours.
  show(length)
  context.drawImage(source, 0, 0, small.width, small.height)
  const palette = quantize(context.getImageData(0, 0, small.width, small.height).data, 256)
  for (let frame = 0; frame <= FRAMES; frame++) {
    show((length * frame) / FRAMES)
    context.drawImage(source, 0, 0, small.width, small.height)
    const { data } = context.getImageData(0, 0, small.width, small.height)
    const rest = frame === FRAMES ? 2000 : 60
    encoder.writeFrame(applyPalette(data, palette), small.width, small.height, { palette, delay: rest })
    // The page stays alive between frames.
    await new Promise((resolve) => setTimeout(resolve))
  }
  encoder.finish()
  return encoder.bytes()
}
