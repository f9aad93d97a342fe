const PATHS = {
  columns: "M2 3h12v10H2zM6 3v10m4-10v10",
  filter: "M2 3h12l-5 5.5V13l-2-1V8.5z",
  mine: "M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3 14c0-3 2-4.5 5-4.5s5 1.5 5 4.5",
  redo: "m10 3 3 3-3 3m3-3H6.5a3.5 3.5 0 0 0 0 7H10",
  sort: "M5 13V3M2 6l3-3 3 3m3-3v10M8 10l3 3 3-3",
  undo: "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6"
}

/** What a button of the toolbar shows: its text, on a small window a picture in its place and `mark`, what is essential of the text. */
export const Tool = ({ icon, mark = "", text }: { icon: keyof typeof PATHS; text: string; mark?: string }) => (
  <>
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[icon]} />
    </svg>
    <span class="word">{text}</span>
    {mark === "" ? null : <span class="mark" data-mark={mark} />}
  </>
)
