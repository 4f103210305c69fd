import type { engagementActors } from "#db/tables/engagements.ts";

export type Actor = (typeof engagementActors)[number];

/** Programs that fetch pictures and follow links without a reader: image proxies, security scanners, previews, scripts. */
const machines =
  /GoogleImageProxy|ggpht|YahooMailProxy|YahooMailPrefetch|OutlookImageProxy|Outlook-?Proxy|DuckDuckGo-?Email|HeyImageProxy|ProtonMail|SafeLinks|Barracuda|Mimecast|Proofpoint|Symantec|MessageLabs|TrendMicro|FireEye|Zscaler|Cisco-?IronPort|BingPreview|facebookexternalhit|Slackbot|WhatsApp|TelegramBot|Twitterbot|LinkedInBot|Discordbot|(?:^|[^a-z])(?:bot|crawler|spider|scanner|prefetch|preview)|bot\b|HeadlessChrome|PhantomJS|curl\/|Wget\/|python-requests|aiohttp|Go-http-client|okhttp|Java\/|libwww|node-fetch|undici|axios/i;

/** Apple's Mail Privacy Protection fetches every picture, whether the mail is read or not, with this user agent. */
const bare = /^Mozilla\/[45]\.0$/;

type Visit = { userAgent: string; device: string; senderDevice: string | null };

/** Guesses who visited. */
export function actorOf({ userAgent, device, senderDevice }: Visit): Actor {
  if (senderDevice !== null && device === senderDevice) return "sender";
  if (!userAgent || bare.test(userAgent) || machines.test(userAgent)) return "proxy";
  return "person";
}
