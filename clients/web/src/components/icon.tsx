// Line icons on a grid of 24 units.

const paths = {
  first: "M18 6l-6 6 6 6M6 6v12",
  back: "M15 6l-6 6 6 6",
  on: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M18 6v12",
  flip: "M7 4v14m0 0l-3-3m3 3l3-3M17 20V6m0 0l-3 3m3-3l3 3",
  diamond: "M12 3l9 9-9 9-9-9z",
  square: "M5 5h14v14H5z",
  zoom: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM14.5 14.5L20 20M10 7.5v5M7.5 10h5",
  whole: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM14.5 14.5L20 20M7.5 10h5",
  sound: "M4 10v4h3l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  silent: "M4 10v4h3l5 4V6l-5 4zM16 10l5 5m0-5l-5 5",
  flag: "M6 21V4h11l-2 4 2 4H6",
  draw: "M4 9h16M4 15h16",
  takeback: "M8 5L3 10l5 5M3 10h11a5 5 0 0 1 0 10h-3",
  pause: "M9 6v12M15 6v12",
  play: "M8 5l11 7-11 7z",
  stop: "M6 6l12 12M18 6L6 18",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 1 4 10.5c-.8.8-1 1.5-1 2.5H9c0-1-.2-1.7-1-2.5A6 6 0 0 1 12 3z",
  branch: "M7 4v16M7 13c6 0 10-2 10-7m0 0l-3 3m3-3l3 3",
  book: "M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM20 4h-5a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h5z",
  graph: "M4 4v16h16M7 15l4-5 4 3 5-7",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  share: "M12 15V4m0 0L8 8m4-4l4 4M5 12v8h14v-8",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  gear: "M4 7h8m5 0h3M4 17h2m5 0h9M14.5 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8.5 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick(): void;
  disabled?: boolean;
  pressed?: boolean;
  testid?: string;
}

/** A button that shows only its icon; its name is read aloud and shown on hovering. */
export function IconButton({ icon, label, onClick, disabled, pressed, testid }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" title={label} aria-label={label} aria-pressed={pressed} disabled={disabled} data-testid={testid} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
