import { type ReactNode, useId } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <h2 id={heading} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
