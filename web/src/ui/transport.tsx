// The film's controls: play, step to and fro, scrub, speed.
import { length, pause, play, playing, position, seek, speed, SPEEDS, stepBy, timeline } from '../model/film'
import { Icon } from './icons'

export function Transport() {
  const film = timeline.value
  const shown = position.value
  const expanded = film && shown > 0 ? film.rank[shown - 1] : 0
  return (
    <div class="transport" role="group" aria-label="Playback">
      <button class="round" title="Back to the start (Home)" aria-label="Back to the start" onClick={() => (pause(), seek(0))}>
        <Icon name="first" />
      </button>
      <button class="round" title="One expansion back (,)" aria-label="One expansion back" onClick={() => stepBy(-1)}>
        <Icon name="back" />
      </button>
      <button class="round main" title="Play or pause (space)" aria-label={playing.value ? 'Pause' : 'Play'} onClick={() => (playing.value ? pause() : play())}>
        <Icon name={playing.value ? 'pause' : 'play'} size={22} />
      </button>
      <button class="round" title="One expansion on (.)" aria-label="One expansion on" onClick={() => stepBy(1)}>
        <Icon name="forth" />
      </button>
      <input
        class="scrubber"
        type="range"
        aria-label="Events"
        aria-valuetext={`event ${shown} of ${length.value}, ${expanded} expanded`}
        min={0}
        max={Math.max(1, length.value)}
        value={shown}
        style={{ '--share': `${(100 * shown) / Math.max(1, length.value)}%` }}
        onInput={(event) => (pause(), seek(Number(event.currentTarget.value)))}
      />
      <output class="counter" aria-live="off" data-testid="counter">
        {expanded.toLocaleString('en')} <small>expanded</small>
      </output>
      <select class="speed" aria-label="Speed" value={String(speed.value)} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
        {SPEEDS.map((value) => (
          <option key={value} value={String(value)}>
            {value === 0 ? 'auto' : `${value} ×`}
          </option>
        ))}
      </select>
    </div>
  )
}
