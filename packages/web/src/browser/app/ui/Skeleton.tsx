/** What a whole page shows while it loads: its heading, which only screen readers say, and lines to come. */
export const Skeleton = ({ text }: { text: string }) => (
  <div class="skeleton" role="status">
    <h1 class="visually-hidden">{text}</h1>
  </div>
)
