// Icons, drawn by hand on a grid of 24.
const shapes = {
  play: <path d="M7 4.5v15l12-7.5z" fill="currentColor" stroke="none" />,
  pause: <path d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" fill="currentColor" stroke="none" />,
  forth: <path d="M6 5v14l9-7zM17 5v14" />,
  back: <path d="M18 5v14l-9-7zM7 5v14" />,
  undo: <path d="M8 5L3.5 9.5 8 14M4 9.5h10a5 5 0 0 1 0 10H9" />,
  first: <path d="M18 6l-7 6 7 6M11 6l-7 6 7 6" />,
  hand: <path d="M12 3v18M3 12h18M12 3l-2.5 2.5M12 3l2.5 2.5M12 21l-2.5-2.5M12 21l2.5-2.5M3 12l2.5-2.5M3 12l2.5 2.5M21 12l-2.5-2.5M21 12l-2.5 2.5" />,
  wall: <path d="M3 6h18v12H3zM3 12h18M9 6v6M15 6v6M6 12v6M12 12v6M18 12v6" />,
  clear: <path d="M4 16l8-9 8 7-5 5H7zM9 20h11" />,
  weight: <path d="M3 19c3-8 5-8 7-3s4 5 5-2 4-6 6-6M3 21h18" />,
  fit: <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  share: <path d="M9 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM21 6a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM21 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM8.7 10.7l6.6-3.4M8.7 13.3l6.6 3.4" />,
  save: <path d="M12 4v11M7.5 11L12 15.5 16.5 11M4 20h16" />,
  moon: <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z" />,
  sun: <path d="M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5" />,
  book: <path d="M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14" />,
  chart: <path d="M4 20V4M4 20h16M8 16l4-5 3 3 5-7" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  dice: <path d="M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01" />,
  open: <path d="M4 18V6h6l2 2h8v10z" />,
  link: <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 6 6l1-1" />,
  stop: <path d="M6 6h12v12H6z" fill="currentColor" stroke="none" />,
  panel: <path d="M4 5h16v14H4zM9 5v14" />,
} as const

export type IconName = keyof typeof shapes

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}

/** A way from a ring to a ring, as maps show it. */
export function Logo() {
  return (
    <svg class="logo" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <defs>
        <linearGradient id="way" x1="0" y1="1" x2="1" y2="0">
          <stop offset="0" stop-color="#6c34a0" />
          <stop offset="0.5" stop-color="#e45662" />
          <stop offset="1" stop-color="#fcba40" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="8" fill="url(#way)" />
      <path d="M8 23.5L13 18.5h6V12l4-3.5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" />
      <circle cx="8" cy="23.5" r="3.2" fill="#0d1117" stroke="#3fd68f" stroke-width="2" />
      <circle cx="23.5" cy="8.5" r="3.2" fill="#0d1117" stroke="#fff" stroke-width="2" />
    </svg>
  )
}
