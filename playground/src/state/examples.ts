import weatherOutput from "../../../examples/kimi-k3-output.txt?raw";
import weatherTools from "../../../examples/tools.json?raw";

export interface Example {
  readonly name: string;
  readonly tools: string;
  /** An output of Kimi K3. */
  readonly output?: string;
  /** Where the stepper stands at first: where the grammar has something to say. */
  readonly position?: number;
}

const show = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Tools in the shapes that people have them in. */
export const EXAMPLES: readonly Example[] = [
  { name: "Weather and sum (OpenAI tools)", tools: weatherTools, output: weatherOutput, position: 34 },
  {
    name: "Chat request with a tool choice",
    tools: show({
      model: "moonshotai/Kimi-K3",
      messages: [{ role: "user", content: "Book me a table for two tomorrow at eight." }],
      tool_choice: "required",
      parallel_tool_calls: false,
      tools: [
        {
          type: "function",
          function: {
            name: "book_table",
            description: "Books a table in a restaurant.",
            parameters: {
              type: "object",
              properties: {
                date: { type: "string", format: "date" },
                time: { type: "string", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" },
                guests: { type: "integer", minimum: 1, maximum: 12 },
                notes: { type: "string", maxLength: 80 },
              },
              required: ["date", "time", "guests"],
              additionalProperties: false,
            },
          },
        },
      ],
    }),
  },
  {
    name: "MCP tools/list answer",
    tools: show({
      tools: [
        {
          name: "read_file",
          title: "Read a file",
          inputSchema: {
            type: "object",
            properties: { path: { type: "string", minLength: 1 }, lines: { $ref: "#/$defs/range" } },
            required: ["path"],
            $defs: { range: { type: "array", items: { type: "integer", minimum: 1 }, minItems: 2, maxItems: 2 } },
          },
        },
        {
          name: "search",
          title: "Search files",
          inputSchema: {
            type: "object",
            properties: {
              query: { type: "string" },
              kind: { enum: ["text", "regex"] },
              limit: { type: "integer", minimum: 1, maximum: 100 },
            },
            required: ["query"],
          },
        },
      ],
    }),
  },
  {
    name: "Zod schemas",
    tools: `tool("create_event", z.object({
  title: z.string().min(1).max(60),
  start: z.iso.datetime(),
  minutes: z.int().min(5).max(480),
  guests: z.array(z.email()).max(20).optional(),
  repeat: z.enum(["never", "daily", "weekly"]),
}))

tool("cancel_event", z.object({
  id: z.uuid(),
  reason: z.string().optional(),
}))
`,
  },
  {
    name: "Deep schema (recursive tree)",
    tools: show([
      {
        name: "save_tree",
        input_schema: {
          type: "object",
          properties: { root: { $ref: "#/$defs/node" } },
          required: ["root"],
          $defs: {
            node: {
              type: "object",
              properties: {
                label: { type: "string" },
                weight: { type: "number", minimum: 0, exclusiveMaximum: 1 },
                children: { type: "array", items: { $ref: "#/$defs/node" }, uniqueItems: true },
              },
              required: ["label"],
              additionalProperties: false,
            },
          },
        },
      },
    ]),
  },
  {
    name: "No tools",
    tools: "[]\n",
    output: "Nothing to look up.<|close|>think<|sep|><|open|>response<|sep|>Hello!<|close|>response<|sep|><|close|>message<|sep|>",
  },
];
