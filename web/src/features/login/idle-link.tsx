/** A link without a target yet, as the specification asks: it looks and reads like a link, and stays on the page. */
export function IdleLink({ children, className }: { children: string; className: string }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link that does nothing is what is asked for
    <a href="#" onClick={(event) => event.preventDefault()} className={className}>
      {children}
    </a>
  );
}
