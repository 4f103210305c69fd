import type { SecretCounts } from "#db/count-secrets.ts";

const words: Record<string, [one: string, many: string]> = {
  mail_servers: ["password of a mail server", "passwords of mail servers"],
  ai_settings: ["AI key", "AI keys"],
  ai_choices: ["AI key of a company", "AI keys of companies"],
  mailboxes: ["login of a mailbox", "logins of mailboxes"],
  web_push_keys: ["key for notifications", "keys for notifications"],
  sso_connections: ["client secret of single sign-on", "client secrets of single sign-on"],
  oauth_attempts: ["unfinished sign-in", "unfinished sign-ins"],
};

/** Sentences about the secrets that the known keys cannot open, one for each sealing key. Empty if they open all. */
export const unreadableSecrets = (secrets: SecretCounts, knownIds: string[]) =>
  Object.entries(secrets)
    .filter(([keyId]) => !knownIds.includes(keyId))
    .map(([keyId, tables]) => {
      const parts = Object.entries(tables).map(([table, count]) => {
        const [one, many] = words[table] ?? [table, table];
        return `${count} ${count === 1 ? one : many}`;
      });
      return `Cannot be read without the master key ${keyId}: ${parts.join(", ")}.`;
    });

export const putKeyBack = "Put that key into secret.key of the data folder (or INTELLIBOX_SECRET) before you start.";
