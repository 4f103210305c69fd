import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { loadConfig, settingNames } from "./server/src/lib/config.ts";

const root = import.meta.dirname;
const read = (file: string) => readFileSync(join(root, file), "utf8");
const dockerfile = read("Dockerfile");
const manifests = readdirSync(join(root, "deploy/kubernetes"))
  .filter((file) => file !== "kustomization.yaml")
  .flatMap((file) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
  );

type Service = {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  healthcheck?: unknown;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
};
const compose = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
};
type Container = {
  command?: string[];
  env?: { name: string; value: string }[];
  securityContext: Record<string, unknown>;
} & Record<"startupProbe" | "readinessProbe" | "livenessProbe", { httpGet: { path: string } } | undefined>;
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: { template?: { metadata: object; spec: { securityContext: object; containers: Container[] } } };
};

const product = Object.entries(compose.services).filter(([, { image }]) => image?.startsWith("intellibox"));
const workloads = manifests.filter(({ spec }) => spec?.template);
const containers = workloads.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
const isFile = (path: string) => expect(existsSync(join(root, path)), path).toBe(true);

test("every setting in the deployment files exists", () => {
  const named = [
    ...[...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = ""]) => [...line.matchAll(/([A-Z_0-9]+)=/g)].map(([, name]) => name)),
    ...product.flatMap(([, { environment = {} }]) => Object.keys(environment)),
    ...manifests.filter(({ kind }) => kind === "ConfigMap").flatMap(({ data = {} }) => Object.keys(data)),
    ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ...[...read("deploy/systemd/intellibox.service").matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) => [...line.matchAll(/([A-Z_0-9]+)=/g)].map(([, name]) => name)),
    ...[...read("deploy/kubernetes/kustomization.yaml").matchAll(/\b((?:DATABASE|INTELLIBOX)_\w+)/g)].map(([, name]) => name),
  ]; // biome-ignore format: one list
  expect(named.length).toBeGreaterThan(20);
  for (const name of named) expect(settingNames, name).toContain(name);
});

test("the settings of each process in compose.yaml are accepted", () => {
  const given: Record<string, string> = {
    INTELLIBOX_SECRET: Buffer.alloc(32, 7).toString("base64"),
    DOMAIN: "mail.example.com",
  };
  const filled = (value: string) =>
    value.replaceAll(
      /\$\{(\w+)(:[?-])?\}/g,
      (_, name: string, end = "") => given[name] ?? (end === ":-" ? "" : "abcdef0123456789"),
    );
  expect(product.length).toBe(4);
  for (const [name, { environment = {} }] of product) {
    const values = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)]));
    const config = loadConfig({ NODE_ENV: "production", HOST: "0.0.0.0", ...values });
    expect(config.demo, name).toBe(false);
  }
});

test("every file that the deployment files name exists", () => {
  for (const [, paths = ""] of dockerfile.matchAll(/^COPY (?!--from)(.*)$/gm))
    for (const path of paths.split(" ").slice(0, -1)) isFile(path);
  const commands = [
    ...[...dockerfile.matchAll(/CMD (\[.*\])$/gm)].map(([, list = "[]"]) => JSON.parse(list) as string[]),
    ...product.flatMap(([, { command }]) => (command ? [command] : [])),
    ...containers.flatMap(({ command }) => (command ? [command] : [])),
    ...["intellibox.service", "intellibox-backup.service"].map((unit) => /^ExecStart=(.*)$/m.exec(read(`deploy/systemd/${unit}`))?.[1]?.split(" ") ?? []),
  ]; // biome-ignore format: one list
  expect(commands.length).toBe(6);
  for (const [, ...words] of commands) isFile(words.find((word) => !word.startsWith("--")) ?? "");
  for (const { volumes = [] } of Object.values(compose.services))
    for (const [source = ""] of volumes.map((volume) => volume.split(":")))
      if (source.startsWith("./")) isFile(source);
      else expect(compose.volumes, source).toHaveProperty(source);
  for (const resource of (parse(read("deploy/kubernetes/kustomization.yaml")) as { resources: string[] }).resources)
    isFile(`deploy/kubernetes/${resource}`);
});

test("the image runs without root, build tools or a shell between it and its signals", () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^VOLUME \/data$/m);
  expect(last).toMatch(/^HEALTHCHECK .* CMD \["node"/m);
  expect(last.trim().split("\n").at(-1)).toBe('CMD ["node", "--max-semi-space-size=8", "server/src/main.ts"]');
  expect(last).not.toMatch(/npm (ci|install|run)|apt-get|apk add/);
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toContain("*");
  // Vite reads it, because the tsconfig of each workspace extends it.
  expect(ignored).toContain("!tsconfig.base.json");
  expect(ignored.filter((line) => /\.env|data|secret/.test(line) && line.startsWith("!"))).toEqual([]);
});

test("every container of compose.yaml is read-only, without capabilities, and checked", () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service.read_only, name).toBe(true);
    expect(service.cap_drop, name).toEqual(["ALL"]);
    expect(service.security_opt, name).toContain("no-new-privileges:true");
    for (const needed of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty(needed);
  }
  // A value in this file is no secret: secrets come from the env file.
  expect(read("compose.yaml")).not.toMatch(/(PASSWORD|SECRET|_KEY): (?!\$|"\$)\S/);
  const examples = [...read("deploy/compose/env.example").matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name);
  for (const [, name] of read("compose.yaml").matchAll(/\$\{(\w+):\?\}/g)) expect(examples).toContain(name);
});

test("every pod has no root, a read-only root, and each process its probes and a disruption budget", () => {
  expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual([
    "intellibox-migrate",
    "intellibox-web",
    "intellibox-worker",
  ]);
  for (const { spec } of workloads) expect(spec?.template?.spec.securityContext).toMatchObject({ runAsNonRoot: true });
  for (const { securityContext } of containers)
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  for (const { kind, metadata, spec } of workloads.filter((workload) => workload.kind === "Deployment")) {
    const [container] = spec?.template?.spec.containers ?? [];
    expect(container?.readinessProbe?.httpGet.path, kind).toBe("/api/ready");
    expect(container?.livenessProbe?.httpGet.path).toBe("/api/health");
    expect(container?.startupProbe?.httpGet.path).toBe("/api/health");
    const budget = ({ kind: other, metadata: { name } }: Manifest) =>
      other === "PodDisruptionBudget" && name === metadata.name;
    expect(manifests.some(budget), metadata.name).toBe(true);
  }
  expect(manifests.filter(({ kind }) => kind === "NetworkPolicy").length).toBeGreaterThan(1);
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

test.runIf(hasPromtool)("Prometheus accepts the alerts, and they fire when they should", () => {
  const run = (...args: string[]) =>
    execFileSync("promtool", args, { cwd: join(root, "deploy/monitoring") }).toString();
  expect(run("check", "rules", "alerts.yaml")).toContain("SUCCESS");
  expect(run("test", "rules", "alerts.test.yaml")).toContain("SUCCESS");
});

test("the operations manual lists every setting and no other", () => {
  const manual = read("docs/operations.md");
  const section = manual.slice(manual.indexOf("\n## Settings\n"), manual.indexOf("\n## Sizing\n"));
  const listed = [...section.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...settingNames].sort());
});
