import { capitalize } from "../text/words.ts";

/** The first name of the sender from the signature, or "". */
export function writerOf(signature: string[]): string {
  for (const line of signature.slice(0, 4)) {
    const text = line.replace(/^[-–—~*\s]+/, "").replace(/[,.!\s]+$/, "");
    if (/^\p{Lu}[\p{L} &]{1,30}\sTeam$/u.test(text)) return text.replace(/^The\s+/, "");
    const hurried = /^(?:thx|thanks|cheers|best|br|rgds),?\s+(\p{Ll}{2,10})$/u.exec(text)?.[1];
    if (hurried) return capitalize(hurried);
    const closing = inlineClosing.exec(text)?.[1];
    if (closing && !/^(?:Again|Regards|Wishes|You|So|Very|Much|In)$/.test(closing)) return closing;
    const name = /^(\p{Lu}[\p{Ll}'’-]+)(?:\s\p{Lu}[\p{L}.'’-]*){0,2}$/u.exec(text)?.[1];
    if (name && !notNames.test(name)) return name;
  }
  return "";
}

// The phrase may be in any case; the name must have its capital.
const inlineClosing =
  /^(?i:(?:many |kind |best |warm )?(?:thanks|regards|wishes)|best|cheers|sincerely|thank you|thx|greetings|yours \w+|\w+ regards)[,!]?\s+(\p{Lu}\p{Ll}+)(?:\s.*)?$/u;

const notNames =
  /^(?:Thanks|Thank|Best|Kind|Regards|Warm|Warmly|Cheers|Sincerely|Yours|Many|With|All|Sent|Love|Take|See|Talk|Have|Looking|Respectfully|Cordially|Team|Support|The|Customer|Sales|Marketing|Head|Director|Manager|Senior|Chief|Best|Dear|Hello|Please|Phone|Mobile|Office|Hugs|Ciao|Rgds|Viele|Liebe|Mit|Gruß|Gruss|Grüße|Saludos|Cordialement|Respectfully|Accounts|Billing|Finance|Human|Admin|Office|Service|Information|Practice|Reception|Dr|Mr|Mrs|Ms|Prof|Your|Our|Logistics)$/;
