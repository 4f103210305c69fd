/** Marks text that an AI wrote or will write. There is always text beside it, so screen readers skip it. */
export function AiIcon({ className = "size-4 text-ai" }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className={className}>
      <path d="M6.5 1.8c.2 0 .36.13.42.32l.62 2.1a3.2 3.2 0 0 0 2.16 2.17l2.1.61a.44.44 0 0 1 0 .85l-2.1.61a3.2 3.2 0 0 0-2.16 2.17l-.62 2.1a.44.44 0 0 1-.84 0l-.62-2.1A3.2 3.2 0 0 0 3.3 8.46l-2.1-.61A.44.44 0 0 1 1.2 7l2.1-.61a3.2 3.2 0 0 0 2.16-2.17l.62-2.1a.44.44 0 0 1 .42-.32Z" />
      <path d="M12.6 10.6c.12 0 .23.08.27.2l.3 1.03c.1.35.38.62.73.73l1.02.3a.28.28 0 0 1 0 .53l-1.02.3a1.1 1.1 0 0 0-.73.74l-.3 1.02a.28.28 0 0 1-.54 0l-.3-1.02a1.1 1.1 0 0 0-.73-.74l-1.02-.3a.28.28 0 0 1 0-.53l1.02-.3a1.1 1.1 0 0 0 .73-.73l.3-1.03a.28.28 0 0 1 .27-.2Z" />
    </svg>
  );
}
