/** Small instruct models whose licence allows any use. The hub states size and checksum when a file is fetched. */
export type CataloguedModel = {
  name: string;
  /** The repository on the hub, and the file in it. */
  repository: string;
  file: string;
  licence: string;
  /** Rounded, for the list. */
  about: string;
  note: string;
};

export const hub = "https://huggingface.co";

export const catalogue: readonly CataloguedModel[] = [
  {
    name: "qwen2.5-0.5b",
    repository: "Qwen/Qwen2.5-0.5B-Instruct-GGUF",
    file: "qwen2.5-0.5b-instruct-q4_k_m.gguf",
    licence: "Apache-2.0",
    about: "0.5 GB",
    note: "the smallest; for subjects and short answers",
  },
  {
    name: "qwen2.5-1.5b",
    repository: "Qwen/Qwen2.5-1.5B-Instruct-GGUF",
    file: "qwen2.5-1.5b-instruct-q4_k_m.gguf",
    licence: "Apache-2.0",
    about: "1.1 GB",
    note: "many languages; the best start",
  },
  {
    name: "smollm2-1.7b",
    repository: "HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF",
    file: "smollm2-1.7b-instruct-q4_k_m.gguf",
    licence: "Apache-2.0",
    about: "1.1 GB",
    note: "English",
  },
];

export const addressOf = ({ repository, file }: CataloguedModel, base = hub) =>
  `${base}/${repository}/resolve/main/${file}`;
