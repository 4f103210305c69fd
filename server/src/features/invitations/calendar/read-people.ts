import type { Attendee } from "@intellibox/contract/endpoints/invitations";
import { emailPattern } from "@intellibox/contract/rules/email-pattern";
import type { AttendeeAnswer } from "@intellibox/contract/rules/invitations";
import type ICAL from "ical.js";
import { honestName } from "#outside/mime/honest-name.ts";
import type { MailAddress } from "#outside/mime/parsed-mail.ts";
import { cleanLine } from "./clean-text.ts";

const answers: Record<string, AttendeeAnswer> = {
  ACCEPTED: "accepted",
  TENTATIVE: "tentative",
  DECLINED: "declined",
  DELEGATED: "delegated",
};

/** Undefined if it names nobody. The address is empty if mail cannot be sent to it. */
export function personOf(property: ICAL.Property | undefined): MailAddress | undefined {
  if (!property) return undefined;
  const address = addressIn(property.toJSON()[3]) || addressIn(parameter(property, "email"));
  const name = honestName(cleanLine(parameter(property, "cn").replace(/^mailto:/i, ""), 200), address);
  return name || address ? { name: name === address ? "" : name, address } : undefined;
}

/** The address in a calendar user's URI; empty if there is none. */
function addressIn(uri: unknown): string {
  const written =
    typeof uri === "string"
      ? (uri
          .trim()
          .replace(/^mailto:/i, "")
          .split("?")[0] ?? "")
      : "";
  return written.length <= 254 && emailPattern.test(written) && !/[\p{C}\p{Z}]/u.test(written) ? written : "";
}

export function attendeeOf(property: ICAL.Property, isMe: (address: string) => boolean): Attendee[] {
  const person = personOf(property);
  if (!person) return [];
  const role = parameter(property, "role").toUpperCase();
  return [
    {
      ...person,
      answer: answers[parameter(property, "partstat").toUpperCase()] ?? "waiting",
      isOptional: role === "OPT-PARTICIPANT" || role === "NON-PARTICIPANT",
      isMe: person.address !== "" && isMe(person.address),
    },
  ];
}

/** The address that acts for the organizer (RFC 5545 3.2.18). */
export const sentByOf = (property: ICAL.Property | undefined): string =>
  property ? addressIn(parameter(property, "sent-by")) : "";

function parameter(property: ICAL.Property, name: string): string {
  const value = property.getFirstParameter(name);
  return typeof value === "string" ? value : "";
}

/** A mailbox also gets mail to its address with a tag: priya+events@example.com. */
export const withoutTag = (address: string) => address.replace(/\+[^@]*(?=@)/, "");
