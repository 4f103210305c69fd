// The only code that reads settings from the environment. Every setting is optional; each bad value stops the start with one line.
import { resolve } from "node:path";
import { emailPattern } from "@intellibox/contract/rules/email-pattern";
import { type RetentionKind, retentionKinds, retentionLimits } from "@intellibox/contract/rules/retention";
import { type PublicDoor, publicDoors } from "@intellibox/contract/rules/sso";
import { z } from "zod";
import { BadSettings } from "./bad-settings.ts";
import { withEnvFile } from "./env-file.ts";
import { readLocalModelHosts } from "./local-model-hosts.ts";
import { isLoopback } from "./loopback.ts";
import { readModelFile } from "./model-file.ts";
import { readTls } from "./tls-files.ts";

type RetentionDays = Record<RetentionKind, number>;

const text = z.string().trim().min(1).optional();
const url = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address" })
  .transform((value) => value.replace(/\/+$/, ""))
  .optional();
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional();
const flag = z
  .enum(["0", "1"], "must be 0 or 1")
  .transform((value) => value === "1")
  .optional();
const aboveZero = z.coerce
  .number("must be a whole number above 0")
  .int("must be a whole number above 0")
  .min(1, "must be a whole number above 0");
/** As OpenTelemetry defines it: pairs of name=value, separated by commas, with percent-encoded values. */
const headers = z
  .string()
  .transform((value, context) => {
    try {
      const pairs = value
        .split(",")
        .map((pair) => [pair.split("=", 1)[0]?.trim(), pair.slice(pair.indexOf("=") + 1).trim()]);
      if (pairs.every(([name = ""]) => /^[\w-]+$/.test(name)) && value.includes("="))
        return Object.fromEntries(pairs.map(([name, text = ""]) => [name, decodeURIComponent(text)])) as Record<
          string,
          string
        >;
    } catch {
      // A percent sign that begins no code.
    }
    context.addIssue("must be headers such as name=value,other=value");
    return z.NEVER;
  })
  .optional();
const masterKey = z
  .base64("must be 32 bytes in base64")
  .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 bytes in base64")
  .optional();

/** Days, `all` (0) or `off`. */
const historyDays = z.string().transform((value, context): number | "off" => {
  if (value === "off") return "off";
  if (value === "all") return 0;
  if (/^[1-9]\d{0,4}$/.test(value)) return Number(value);
  context.addIssue("must be a number of days from 1 to 99999, all or off");
  return z.NEVER;
});

/** For example `emailLogs=365 audit=730`. A kind that is not named is kept without a limit. */
const retention = z.string().transform((value, context): RetentionDays => {
  const days = Object.fromEntries(retentionKinds.map((kind) => [kind, 0])) as RetentionDays;
  for (const part of value.split(/[\s,]+/).filter(Boolean)) {
    const [, name = "", number = ""] = /^(\w+)=(\d{1,5}|off)$/.exec(part) ?? [];
    const kind = retentionKinds.find((one) => one === name);
    const limits = kind && retentionLimits[kind];
    const wanted = number === "off" ? 0 : Number(number);
    if (!kind || !limits || (wanted !== 0 && (wanted < limits.min || wanted > limits.max))) {
      const allowed = limits ? ` from ${limits.min} to ${limits.max}, or off` : `: ${retentionKinds.join(", ")}`;
      context.addIssue(
        `must be days for each kind, such as emailLogs=365; ${limits ? name : "the kinds are"}${allowed}`,
      );
      return z.NEVER;
    }
    days[kind] = wanted;
  }
  return days;
});

const localModels = z.string().transform((value, context) => {
  const hosts = readLocalModelHosts(value);
  if (hosts) return hosts;
  context.addIssue("must be on, off, or hosts such as gpu.lan or 10.0.0.5:11434");
  return z.NEVER;
});

/** For example `google,microsoft`. */
const signInWith = z.string().transform((value, context): PublicDoor[] => {
  const names = value.split(/[\s,]+/).filter(Boolean);
  const known = publicDoors.filter((door) => names.includes(door));
  if (names.every((name) => (known as string[]).includes(name))) return known;
  context.addIssue("must be google, microsoft, or both separated by a comma");
  return z.NEVER;
});

const settings = z.object({
  PORT: z.coerce
    .number("must be a port number")
    .int("must be a port number")
    .min(0, "must be a port number")
    .max(65_535, "must be a port number")
    .default(3000),
  HOST: z.string().trim().min(1).default("127.0.0.1"),
  PUBLIC_URL: url,
  TLS_CERT: text,
  TLS_KEY: text,
  DATABASE_URL: databaseUrl,
  DATABASE_POOLER_URL: databaseUrl,
  DATABASE_REPLICA_URL: databaseUrl,
  INTELLIBOX_ROLE: z.enum(["all", "web", "worker"], "must be all, web or worker").default("all"),
  INTELLIBOX_DATA: z.string().min(1).default("./data"),
  INTELLIBOX_MIGRATE: z.enum(["on", "off", "wait"], "must be on, off or wait").default("on"),
  INTELLIBOX_SECRET: masterKey,
  INTELLIBOX_SECRET_PREVIOUS: masterKey,
  NODE_ENV: text,
  INTELLIBOX_DEMO: flag,
  INTELLIBOX_ADMIN_EMAIL: z.string().toLowerCase().regex(emailPattern, "must be an email address").optional(),
  INTELLIBOX_ADMIN_PASSWORD: z.string().min(12, "must have at least 12 characters").optional(),
  INTELLIBOX_DEFAULT_PASSWORD: z.string().min(12, "must have at least 12 characters").optional(),
  INTELLIBOX_ALLOW_PRIVATE_HOSTS: flag,
  INTELLIBOX_ALLOW_PRIVATE_LINKS: flag,
  INTELLIBOX_LOCAL_MODELS: localModels.prefault("on"),
  INTELLIBOX_MODEL_FILE: text,
  INTELLIBOX_MODEL_MEMORY_MB: aboveZero.optional(),
  INTELLIBOX_AI_FALLBACK: z.enum(["on", "off"], "must be on or off").default("on"),
  INTELLIBOX_METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  INTELLIBOX_TRUST_PROXY: flag,
  INTELLIBOX_DRAIN_SECONDS: z.coerce
    .number("must be a number of seconds up to 300")
    .min(0, "must be a number of seconds up to 300")
    .max(300, "must be a number of seconds up to 300")
    .default(0),
  INTELLIBOX_SENDS_PER_MINUTE: aboveZero.default(120),
  INTELLIBOX_RECIPIENTS_PER_HOUR: aboveZero.default(1000),
  INTELLIBOX_RETENTION: retention.prefault(""),
  INTELLIBOX_OPERATOR_NAME: text,
  INTELLIBOX_OPERATOR_ADDRESS: text,
  INTELLIBOX_OPERATOR_EMAIL: z.string().trim().regex(emailPattern, "must be an email address").optional(),
  INTELLIBOX_HISTORY_DAYS: historyDays.prefault("365"),
  NODE_EXTRA_CA_CERTS: text,
  INTELLIBOX_LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be a log level such as info")
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: z.string().trim().min(1).default("intellibox"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number("must be a share from 0 to 1")
    .min(0, "must be a share from 0 to 1")
    .max(1, "must be a share from 0 to 1")
    .default(1),
  INTELLIBOX_COMPRESS_MAIL: z.enum(["on", "off"], "must be on or off").default("on"),
  INTELLIBOX_S3_URL: url,
  INTELLIBOX_S3_REGION: z.string().min(1).default("us-east-1"),
  INTELLIBOX_S3_ACCESS_KEY: text,
  INTELLIBOX_S3_SECRET_KEY: text,
  INTELLIBOX_BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
  INTELLIBOX_BACKUP_S3_ENDPOINT: url,
  INTELLIBOX_BACKUP_S3_ACCESS_KEY: text,
  INTELLIBOX_BACKUP_S3_SECRET_KEY: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: url,
  GMAIL_BASE: url,
  GMAIL_PUBSUB_TOPIC: text,
  GMAIL_PUSH_ACCOUNT: text,
  GMAIL_PUSH_AUDIENCE: text,
  GMAIL_PUSH_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  INTELLIBOX_SIGN_IN_WITH: signInWith.prefault(""),
  MS_ISSUER: url,
  GRAPH_BASE: url,
  GEMINI_BASE: url,
  OPENAI_BASE: url,
  ANTHROPIC_BASE: url,
  MISTRAL_BASE: url,
  BEDROCK_BASE: url,
  OPENROUTER_BASE: url,
  GROQ_BASE: url,
});

export type Config = ReturnType<typeof loadConfig>;

/** The settings of this process, from its environment and the file .env. */
export const ownConfig = () => loadConfig(withEnvFile(process.env));

/** The folder in which a command was called: npm runs it in the folder of package.json. */
export const callersFolder = () => process.env.INIT_CWD ?? process.cwd();

export function loadConfig(environment: Record<string, string | undefined>) {
  // An empty value counts as unset, because that is how people blank a line of an .env file.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    // One line for each setting, even if its value breaks several rules.
    const lines = new Map<string, string>();
    for (const { path, message } of parsed.error.issues)
      lines.set(path.join("."), lines.get(path.join(".")) ?? message);
    throw new BadSettings([...lines].map(([name, message]) => `${name} ${message}`));
  }
  const env = parsed.data;
  const problems = pairs
    .filter(([one, other]) => !!env[one] !== !!env[other])
    .map(([one, other]) => `${one} and ${other} go together: set both or neither`);
  const { tls, problems: tlsProblems } = readTls(env);
  const { modelFile, problems: fileProblems } = readModelFile(env);
  problems.push(...tlsProblems, ...fileProblems);
  const embedded = !env.DATABASE_URL;
  const publicSigns = signsOfPublicUse(env);
  const demo = env.INTELLIBOX_DEMO ?? (embedded && publicSigns.length === 0);
  const contrary = publicSigns.filter(({ excludesDemo }) => excludesDemo).map(({ setting }) => setting);
  if (demo && contrary.length > 0) {
    problems.push(
      `INTELLIBOX_DEMO=1 loads accounts with a public password, which contradicts ${contrary.join(" and ")}: remove one or the other`,
    );
  }
  for (const name of ["DATABASE_POOLER_URL", "DATABASE_REPLICA_URL"] as const)
    if (embedded && env[name]) problems.push(`${name} needs DATABASE_URL: it is another way to the same database`);
  if (env.INTELLIBOX_ROLE !== "all" && (embedded || demo)) {
    problems.push(
      `INTELLIBOX_ROLE=${env.INTELLIBOX_ROLE} needs ${embedded ? "DATABASE_URL" : "INTELLIBOX_DEMO=0"}: the embedded database and the demo run in one process, which does everything`,
    );
  }
  const clients = { google: env.GOOGLE_CLIENT_ID, microsoft: env.MICROSOFT_CLIENT_ID };
  for (const door of env.INTELLIBOX_SIGN_IN_WITH)
    if (!clients[door]) problems.push(`INTELLIBOX_SIGN_IN_WITH=${door} needs ${door.toUpperCase()}_CLIENT_ID`);
  if (problems.length > 0) throw new BadSettings(problems);

  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    tls,
    databaseUrl: env.DATABASE_URL,
    migrate: env.INTELLIBOX_MIGRATE,
    /** A connection pooler in transaction mode for calls. The rest needs sessions and uses `databaseUrl`. */
    poolerUrl: env.DATABASE_POOLER_URL,
    /** A streaming replica for searches and dashboards. */
    replicaUrl: env.DATABASE_REPLICA_URL,
    /** `web` serves people and accepts mail, `worker` syncs, sends and runs jobs, `all` does both. */
    role: env.INTELLIBOX_ROLE,
    dataDir: resolve(env.INTELLIBOX_DATA),
    demo,
    /** The demo runs at an address that other machines may reach. */
    isDemoExposed: demo && publicSigns.length > 0,
    secret: env.INTELLIBOX_SECRET,
    previousSecret: env.INTELLIBOX_SECRET_PREVIOUS,
    firstOwner:
      env.INTELLIBOX_ADMIN_EMAIL && env.INTELLIBOX_ADMIN_PASSWORD
        ? { email: env.INTELLIBOX_ADMIN_EMAIL, password: env.INTELLIBOX_ADMIN_PASSWORD }
        : undefined,
    defaultPassword: env.INTELLIBOX_DEFAULT_PASSWORD,
    allowPrivateHosts: env.INTELLIBOX_ALLOW_PRIVATE_HOSTS ?? demo,
    /** Addresses that senders of mail choose, so they are public ones even in the demo. */
    allowPrivateLinks: env.INTELLIBOX_ALLOW_PRIVATE_LINKS ?? false,
    aiFallback: env.INTELLIBOX_AI_FALLBACK === "on",
    metricsToken: env.INTELLIBOX_METRICS_TOKEN,
    /** How long calls are still accepted after a stop began and `/api/ready` answers 503. */
    drainSeconds: env.INTELLIBOX_DRAIN_SECONDS,
    /** For each user, like `recipientsPerHour`. */
    sendsPerMinute: env.INTELLIBOX_SENDS_PER_MINUTE,
    recipientsPerHour: env.INTELLIBOX_RECIPIENTS_PER_HOUR,
    /** Days that data is kept, if a company does not say otherwise; 0 for no limit. */
    retention: env.INTELLIBOX_RETENTION,
    /** Who runs this installation. The pages Terms and Privacy name them. */
    operator: {
      name: env.INTELLIBOX_OPERATOR_NAME ?? null,
      address: env.INTELLIBOX_OPERATOR_ADDRESS ?? null,
      email: env.INTELLIBOX_OPERATOR_EMAIL ?? null,
    },
    /** How far back the mail of a mailbox is loaded by itself, if its owner does not say otherwise; 0 for all. */
    historyDays: env.INTELLIBOX_HISTORY_DAYS,
    /** A file with certificate authorities to trust in addition to Node's own. */
    extraCertificates: env.NODE_EXTRA_CA_CERTS,
    trustProxy: env.INTELLIBOX_TRUST_PROXY ?? false,
    // With the embedded database the log goes to a terminal, where it would hide the address and the accounts.
    logLevel: env.INTELLIBOX_LOG_LEVEL ?? (embedded ? "warn" : "info"),
    /** The endpoint for traces; undefined if none are recorded. */
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
          headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          serviceName: env.OTEL_SERVICE_NAME,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    /** Raw sources are stored with zstd, which earlier versions do not read. */
    compressesMail: env.INTELLIBOX_COMPRESS_MAIL === "on",
    objectStore: env.INTELLIBOX_S3_URL
      ? {
          url: env.INTELLIBOX_S3_URL,
          region: env.INTELLIBOX_S3_REGION,
          accessKey: env.INTELLIBOX_S3_ACCESS_KEY ?? "",
          secretKey: env.INTELLIBOX_S3_SECRET_KEY ?? "",
        }
      : undefined,
    /** For the commands `backup` and `restore`. */
    backup: {
      passphrase: env.INTELLIBOX_BACKUP_PASSPHRASE,
      /** The address of the S3 service; undefined: Amazon's of the region. */
      endpoint: env.INTELLIBOX_BACKUP_S3_ENDPOINT,
      region: env.INTELLIBOX_S3_REGION,
      accessKey: env.INTELLIBOX_BACKUP_S3_ACCESS_KEY ?? env.INTELLIBOX_S3_ACCESS_KEY ?? "",
      secretKey: env.INTELLIBOX_BACKUP_S3_SECRET_KEY ?? env.INTELLIBOX_S3_SECRET_KEY ?? "",
    },
    google: {
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      issuer: env.GOOGLE_ISSUER ?? "https://accounts.google.com",
      gmailBase: env.GMAIL_BASE ?? "https://gmail.googleapis.com",
      pubsubTopic: env.GMAIL_PUBSUB_TOPIC,
      pushAccount: env.GMAIL_PUSH_ACCOUNT,
      pushAudience: env.GMAIL_PUSH_AUDIENCE,
      pushToken: env.GMAIL_PUSH_TOKEN,
    },
    microsoft: {
      clientId: env.MICROSOFT_CLIENT_ID,
      clientSecret: env.MICROSOFT_CLIENT_SECRET,
      issuer: env.MS_ISSUER ?? "https://login.microsoftonline.com/common/v2.0",
      graphBase: env.GRAPH_BASE ?? "https://graph.microsoft.com",
    },
    /** Providers that people may sign in with, by the clients above. */
    signInWith: env.INTELLIBOX_SIGN_IN_WITH,
    /** Other addresses of the AI providers. */
    modelBases: {
      gemini: env.GEMINI_BASE,
      openai: env.OPENAI_BASE,
      anthropic: env.ANTHROPIC_BASE,
      mistral: env.MISTRAL_BASE,
      bedrock: env.BEDROCK_BASE,
      openrouter: env.OPENROUTER_BASE,
      groq: env.GROQ_BASE,
    },
    /** Hosts in the private network whose model servers may be used. */
    localModelHosts: env.INTELLIBOX_LOCAL_MODELS,
    /** A model that runs on this computer; undefined if there is none. */
    modelFile,
  };
}

type PublicSign = { setting: string; excludesDemo: boolean };

/**
 * Settings that show that the installation is for real people, so that the demo is loaded only on request. Some of them exclude it
 * entirely. Others do not: a container listens on every address even when a person only tries the product.
 */
function signsOfPublicUse(env: z.infer<typeof settings>): PublicSign[] {
  const signs: (PublicSign | false | undefined)[] = [
    !!env.INTELLIBOX_ADMIN_EMAIL && { setting: "INTELLIBOX_ADMIN_EMAIL", excludesDemo: true },
    env.PUBLIC_URL?.startsWith("https:") && { setting: "an https PUBLIC_URL", excludesDemo: true },
    !!env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname) && { setting: "PUBLIC_URL", excludesDemo: false },
    env.INTELLIBOX_TRUST_PROXY && { setting: "INTELLIBOX_TRUST_PROXY=1", excludesDemo: false },
    !!env.TLS_CERT && { setting: "TLS_CERT", excludesDemo: false },
    !isLoopback(env.HOST) && { setting: `HOST=${env.HOST}`, excludesDemo: false },
    env.NODE_ENV === "production" && { setting: "NODE_ENV=production", excludesDemo: false },
  ];
  return signs.filter((sign) => !!sign);
}

const pairs = [
  ["TLS_CERT", "TLS_KEY"],
  ["INTELLIBOX_ADMIN_EMAIL", "INTELLIBOX_ADMIN_PASSWORD"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  ["INTELLIBOX_S3_ACCESS_KEY", "INTELLIBOX_S3_SECRET_KEY"],
  ["INTELLIBOX_BACKUP_S3_ACCESS_KEY", "INTELLIBOX_BACKUP_S3_SECRET_KEY"],
] as const satisfies (keyof z.infer<typeof settings>)[][];

/** The name of every setting. A test compares it with `.env.example`. */
export const settingNames = Object.keys(settings.shape);
