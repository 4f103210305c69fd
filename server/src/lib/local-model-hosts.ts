// The setting INTELLIBOX_LOCAL_MODELS: the hosts in the private network whose model servers may be used.

/** `ports` are those that a model server usually has, or the one that the operator named. */
export type LocalModelHost = { host: string; ports: readonly number[] };

/** The default ports of Ollama, LM Studio and llama.cpp's server. */
export const modelServerPorts = [11434, 1234, 8080] as const;

const thisComputer: LocalModelHost = { host: "127.0.0.1", ports: modelServerPorts };
const loopbackNames = new Set(["localhost", "127.0.0.1", "::1"]);

/** Reads `on`, `off`, or hosts with or without a port. Undefined if a host cannot be read. `on` is this computer; hosts are added to it. */
export function readLocalModelHosts(text: string): LocalModelHost[] | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 1 && words[0] === "off") return [];
  const hosts = words.filter((word) => word !== "on").map(readModelHost);
  return hosts.every((host) => host !== undefined) ? [thisComputer, ...hosts] : undefined;
}

/** Reads `host` or `host:port`. */
export function readModelHost(text: string): LocalModelHost | undefined {
  const typed = text.trim().toLowerCase();
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]{0,251}))(:\d{1,5})?$/.test(typed)) return undefined;
  if (!URL.canParse(`http://${typed}`)) return undefined;
  const { hostname } = new URL(`http://${typed}`);
  // URL drops port 80, because it is the default of http.
  const port = /:(\d{1,5})$/.exec(typed.replace(/^\[.*\]/, "host"))?.[1];
  const host = bare(hostname);
  return { host: loopbackNames.has(host) ? "127.0.0.1" : host, ports: port ? [Number(port)] : modelServerPorts };
}

/** Whether a base URL leads to one of the hosts and its ports. */
export function isLocalModelAddress(hosts: readonly LocalModelHost[], baseUrl: string): boolean {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const name = bare(url.hostname);
  const host = loopbackNames.has(name) ? "127.0.0.1" : name;
  return hosts.some((one) => one.host === host && one.ports.includes(port));
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, "$1");
