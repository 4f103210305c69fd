import { randomUUID } from "node:crypto";

type Mail = {
  subject?: string;
  from?: string;
  to?: string;
  date?: Date;
  text?: string;
  html?: string;
  messageId?: string;
  /** More header lines. */
  headers?: string[];
  /** Files to attach. */
  files?: { name: string; type: string; content: string | Buffer; contentId?: string }[];
};

/** The RFC 822 source of a mail. */
export function mailOf({
  subject = "Hello",
  from = "Priya Nair <priya@example.com>",
  to = "Rohan Desai <rohan@example.test>",
  date = new Date(),
  text = "Good day.",
  html,
  messageId = `<${randomUUID()}@example.com>`,
  headers = [],
  files = [],
}: Mail = {}): string {
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: ${messageId}`,
    "MIME-Version: 1.0",
    ...headers,
  ];
  const parts = [
    part("text/plain; charset=utf-8", text),
    ...(html === undefined ? [] : [part("text/html; charset=utf-8", html)]),
  ];
  const body = parts.length === 1 ? parts[0] : multipart("alternative", parts);
  const whole =
    files.length === 0
      ? body
      : multipart("mixed", [
          body ?? "",
          ...files.map(({ name, type, content, contentId }) =>
            [
              `Content-Type: ${type}; name="${name}"`,
              `Content-Disposition: ${contentId ? "inline" : "attachment"}; filename="${name}"`,
              ...(contentId ? [`Content-ID: <${contentId}>`] : []),
              "Content-Transfer-Encoding: base64",
              "",
              wrapped(Buffer.from(content).toString("base64")),
            ].join("\r\n"),
          ),
        ]);
  return `${head.join("\r\n")}\r\n${whole}\r\n`;
}

const part = (type: string, content: string) =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(Buffer.from(content).toString("base64"))}`;

function multipart(kind: string, parts: string[]): string {
  const boundary = randomUUID();
  const inner = parts.map((one) => `--${boundary}\r\n${one}`).join("\r\n");
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inner}\r\n--${boundary}--`;
}

const wrapped = (text: string) => text.replaceAll(/.{76}/g, "$&\r\n");
