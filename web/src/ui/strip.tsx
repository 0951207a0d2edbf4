// Bars side by side, newest at the right, under a line that they must not cross.
import { rampCss } from '../view/palette'

const BARS = 120
const HEIGHT = 64

export function Strip(props: { values: number[]; bound?: number; label: string; unit?: string }) {
  const shown = props.values.slice(-BARS)
  const most = Math.max(1, props.bound ?? 0, ...shown)
  const scale = (HEIGHT - 6) / most
  return (
    <svg class="strip" viewBox={`0 0 ${BARS * 2} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={props.label}>
      {shown.map((value, i) => (
        <rect key={i} x={(BARS - shown.length + i) * 2} y={HEIGHT - Math.max(1, value * scale)} width={1.6} height={Math.max(1, value * scale)} fill={rampCss(0.25 + 0.7 * (value / most))} />
      ))}
      {!!props.bound && <line x1={0} x2={BARS * 2} y1={HEIGHT - props.bound * scale} y2={HEIGHT - props.bound * scale} stroke="var(--bad)" stroke-width={1} stroke-dasharray="5 3" vector-effect="non-scaling-stroke" />}
    </svg>
  )
}
