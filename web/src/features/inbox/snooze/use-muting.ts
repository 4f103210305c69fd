import { t } from "@intellibox/contract/text/t";
import { type MutedMessage, useMute } from "#api/mute.ts";
import { announceUndoable } from "#components/ui/undo-offer.tsx";

const lastsMs = 9_500;

type MutingOptions = {
  onFailure: (message: string) => void;
  /** Called before messages leave the shown list. */
  onLeaving: (ids: readonly string[]) => void;
  /** Called when threads are muted. */
  onActed: () => void;
};

export const isMuted = (messages: readonly MutedMessage[]) =>
  messages.length > 0 && messages.every(({ muted }) => muted);

/** Returns a function that mutes the threads of messages, or unmutes them if all are muted. */
export function useMuting({ onFailure, onLeaving, onActed }: MutingOptions) {
  const mute = useMute({
    onFailure,
    announce: (threads, muted, undo) =>
      announceUndoable({ words: mutedWords(threads, muted), undone: mutedWords(threads, !muted), undo, lastsMs }),
  });
  return (messages: readonly MutedMessage[]) => {
    if (messages.length === 0) return;
    const muted = !isMuted(messages);
    const leaving = messages.filter(({ folder }) => muted && (folder === "inbox" || folder === "snoozed"));
    onLeaving(leaving.map(({ id }) => id));
    onActed();
    void mute(messages, muted);
  };
}

const mutedWords = (count: number, muted: boolean) =>
  muted
    ? t("{count, plural, =1 {Conversation muted} other {# conversations muted}}", { count })
    : t("{count, plural, =1 {Conversation unmuted} other {# conversations unmuted}}", { count });
