import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { lazy, Suspense, useState } from "react";
import type { AiWish } from "#api/inbox-works.ts";
import { Skeleton } from "#components/ui/async-states.tsx";

const DigestCard = lazy(() => import("./digest-card.tsx").then((m) => ({ default: m.DigestCard })));

type ThreadDigestProps = { message: MailMessage; wish: AiWish | null };

/** The summary of the thread: the kept one, or one that the user asks for. Its code is loaded when there is one. */
export function ThreadDigest({ message, wish }: ThreadDigestProps) {
  const own = wish?.messageId === message.id && wish.kind !== "draft" ? wish : null;
  const count = own?.count ?? 0;
  // Closed until the user asks again.
  const [closedAt, setClosedAt] = useState<number>();
  if (closedAt === count || (!own && !message.digest)) return null;
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <DigestCard message={message} wish={own} onClose={() => setClosedAt(count)} />
    </Suspense>
  );
}
