// The people of a mail: who sent it, who got it, and whom it addresses.
import type { ThreadMessage } from "../types.ts";
import { fullName, greetedNames, greetsGroup, isKnown, namesOf, type People } from "./people.ts";

export function peopleOf(message: ThreadMessage, thread: ThreadMessage[]): People {
  const sender = namesOf(message.from)[0] ?? "";
  const others = thread.slice(0, 200).flatMap(({ from, to }) => [...namesOf(from), ...namesOf(to ?? "").slice(0, 20)]);
  const recipients = namesOf(message.to ?? "");
  return {
    sender,
    recipients: recipients.length > 0 ? recipients : onlyOther(sender, others),
    known: [...new Set([sender, ...recipients, ...others])].filter((name) => name && !name.includes("@")),
  };
}

/** A quoted message says only who wrote it. In a thread of two people it was written to the other. */
function onlyOther(sender: string, people: string[]): string[] {
  const [first = ""] = sender.split(" ");
  const others = new Set(people.filter((name) => name && name.split(" ")[0] !== first));
  return first && others.size === 1 ? [...others] : [];
}

export function addresseeOf(greeting: string, text: string, people: People): string {
  const opening = /^(?:(?:hi|hey|hello|dear)\s+)?(\p{Lu}[\p{L}'’-]+)(?:\s*[,:]|\s+[-–—])\s/u.exec(text)?.[1] ?? "";
  const greeted = greetedNames(greeting);
  const names = greeted.length > 0 ? greeted : isKnown(opening, people) && !greetsGroup(greeting) ? [opening] : [];
  if (names.length > 0) return names.map((name) => fullName(name, people)).join(" and ");
  const [only] = people.recipients;
  if (people.recipients.length === 1 && only) return only;
  return greetsGroup(greeting) ? "Everyone" : "";
}

export const stripGreeting = (sentence: string, people: People) =>
  sentence
    .replace(/^(?:(?:hi|hey|hello|dear)\s+\p{L}[\p{L}'’-]*\s*[,!:–—-]+\s*)/iu, "")
    .replace(/^(\p{Lu}[\p{L}'’-]+)\s+(?:here|again)[.,]\s*/u, (all, name: string) =>
      isKnown(name, people) ? "" : all,
    );
