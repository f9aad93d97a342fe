/** A speech bubble; drawn, since not every machine has a font with one. */
export const CommentIcon = () => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M2 3h12v8H7l-3 3v-3H2z" />
  </svg>
)
