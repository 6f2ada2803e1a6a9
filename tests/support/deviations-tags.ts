import { type Deviation, NOW, OSLO } from "./deviations-json.ts";

/** Of families whose calls are elements, Python or Gemma's. */
export const TAG_DEVIATIONS: readonly Deviation[] = [
  // Parameters in tags
  {
    family: "qwen3-coder",
    what: "several functions in a block",
    output:
      "<tool_call>\n<function=now>\n</function>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>",
    calls: [NOW, OSLO],
  },
  {
    family: "qwen3-coder",
    what: "no end of the function",
    output: "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</tool_call>",
    calls: [OSLO],
  },
  {
    family: "qwen3-coder",
    what: "nothing is ended",
    output: "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n",
    calls: [OSLO],
  },
  {
    family: "qwen3-coder",
    what: "Hermes' JSON",
    output: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>',
    calls: [OSLO],
  },
  {
    family: "qwen3-coder",
    what: "quotes around names",
    output: '<tool_call>\n<function="get_weather">\n<parameter="city">\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [OSLO],
  },
  {
    family: "qwen3-coder",
    what: "Python's containers",
    output:
      "<tool_call><function=configure><parameter=opts>{'a': True, 'b': None}</parameter><parameter=tags>['x']</parameter></function></tool_call>",
    calls: ['configure {"opts":{"a":true,"b":null},"tags":["x"]}'],
  },
  {
    family: "qwen3-coder",
    what: "a union",
    output: "<tool_call><function=configure><parameter=either>42</parameter></function></tool_call>",
    calls: ['configure {"either":42}'],
  },
  {
    family: "qwen3-coder",
    what: "reasoning directly before the call",
    opens: "think",
    output: "Hm.</think><tool_call>\n<function=now>\n</function>\n</tool_call>",
    calls: [NOW],
    reasoning: "Hm.",
  },
  {
    family: "seed-oss",
    what: "values inline",
    output: "<seed:tool_call>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n</function>\n</seed:tool_call>",
    calls: [OSLO],
  },
  {
    family: "glm4-5",
    what: "a call in reasoning",
    opens: "think",
    output: "Hm.<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>",
    calls: [OSLO],
    reasoning: "Hm.",
  },
  {
    family: "glm4-7",
    what: "no opening of the value",
    output: "<tool_call>get_weather<arg_key>city</arg_key>Oslo</arg_value></tool_call>",
    calls: [OSLO],
  },
  {
    family: "glm4-7",
    what: "no end of the value",
    output: "<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo<arg_key>days</arg_key><arg_value>3</arg_value></tool_call>",
    calls: ['get_weather {"city":"Oslo","days":3}'],
  },
  {
    family: "glm4-7",
    what: "no opening of the key",
    output: "<tool_call>get_weathercity</arg_key><arg_value>Oslo</arg_value></tool_call>",
    calls: [OSLO],
  },
  { family: "glm4-7", what: "JSON instead of pairs", output: '<tool_call>get_weather{"city": "Oslo"}</tool_call>', calls: [OSLO] },
  {
    family: "glm4-7",
    what: "null",
    output: "<tool_call>configure<arg_key>note</arg_key><arg_value>null</arg_value></tool_call>",
    calls: ['configure {"note":null}'],
  },
  {
    family: "hy3",
    what: "as it should be",
    output:
      "<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>\n</tool_calls>",
    calls: [OSLO],
  },
  {
    family: "minimax-m2",
    what: "quotes of the other kind, and none",
    output: "<minimax:tool_call>\n<invoke name='get_weather'>\n<parameter name=city>Oslo</parameter>\n</invoke>\n</minimax:tool_call>",
    calls: [OSLO],
  },
  {
    family: "minimax-m2",
    what: "no end of a parameter and of the block",
    output: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo<parameter name="days">3</parameter>\n</invoke>',
    calls: ['get_weather {"city":"Oslo","days":3}'],
  },
  {
    family: "minimax-m3",
    what: "spaces in the tags, and an elided first tag",
    output:
      ']<]minimax[>[ <tool_call>\n]<]minimax[>[ <invoke name="get_weather">Oslo]<]minimax[>[ </city>]<]minimax[>[ </invoke>\n]<]minimax[>[ </tool_call>',
    calls: [OSLO],
  },
  {
    family: "deepseek-v3-2",
    what: "another word for the section",
    output: '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="now">\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    calls: [NOW],
  },
  {
    family: "deepseek-v3-2",
    what: "no label",
    output:
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city">Oslo</｜DSML｜parameter>\n<｜DSML｜parameter name="days">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: ['get_weather {"city":"Oslo","days":3}'],
  },
  {
    family: "deepseek-v3-2",
    what: "a short closing tag",
    output:
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [OSLO],
  },
  {
    family: "deepseek-v3-2",
    what: "a declared text labelled as JSON",
    output:
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="configure">\n<｜DSML｜parameter name="label" string="false">42</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: ['configure {"label":"42"}'],
  },
  {
    family: "deepseek-v3-2",
    what: "a JSON body",
    output: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n{"city": "Oslo"}\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [OSLO],
  },
  {
    family: "deepseek-v3-2",
    what: "an empty block, and text behind it",
    output: "Yes.\n\n<｜DSML｜function_calls>\n</｜DSML｜function_calls>",
    content: "Yes.",
  },
  {
    family: "deepseek-v4-1",
    what: "as it should be",
    output:
      '\n\n<｜DSML｜ calls>\n<｜DSML｜ invoke name="get_weather">\n<｜DSML｜ parameter name="city" string="true">Oslo</｜DSML｜ parameter>\n</｜DSML｜ invoke>\n</｜DSML｜ calls>',
    calls: [OSLO],
  },
  {
    family: "step3",
    what: "no wrapper",
    output: '<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="now"></steptml:invoke><｜tool_call_end｜>',
    calls: [NOW],
  },
  {
    family: "cohere-xml",
    what: "nested values",
    output:
      '<cofl:tool_calls><cofl:tool_call id="0" name="configure"><cofl:value name="opts" type="dict"><cofl:value name="a" type="json">1</cofl:value></cofl:value><cofl:value name="tags" type="list"><cofl:value type="raw">x</cofl:value></cofl:value></cofl:tool_call></cofl:tool_calls>',
    calls: ['configure {"opts":{"a":1},"tags":["x"]}'],
  },
  // Python
  {
    family: "llama4-pythonic",
    what: "markers, a trailing comma, Python's words",
    output: '<|python_start|>[configure(flag=True, note=None, tags=("a",)), now(),]<|python_end|>',
    calls: ['configure {"flag":true,"note":null,"tags":["a"]}', NOW],
  },
  { family: "llama4-pythonic", what: "a positional argument", output: "[get_weather('Oslo')]", calls: [OSLO] },
  { family: "llama4-pythonic", what: "a list that is no calls", output: "[note] and more", content: "[note] and more" },
  { family: "llama4-pythonic", what: "an empty list", output: "[]", content: "[]" },
  {
    family: "lfm2",
    what: "JSON in the list",
    output: '<|tool_call_start|>[{"name": "now", "arguments": {}}]<|tool_call_end|>Done.',
    calls: [NOW],
    content: "Done.",
  },
  { family: "lfm2", what: "no call in the block", output: "<|tool_call_start|>oops<|tool_call_end|>", content: "<|tool_call_start|>oops" },
  { family: "olmo3", what: "no end", output: '<function_calls>\nget_weather(city="Oslo")\nnow()', calls: [OSLO, NOW] },
  // Gemma
  {
    family: "gemma4",
    what: "a closing quote that is missing",
    output: '<|tool_call>call:get_weather{city:<|"|>Oslo,days:3}<tool_call|>',
    calls: ['get_weather {"city":"Oslo","days":3}'],
  },
  {
    family: "gemma4",
    what: "quotes of JSON and Python, quoted keys, equals",
    output: `<|tool_call>call:configure{<|"|>tags<|"|>:["a",'b'],opts={'k':"v"},}<tool_call|>`,
    calls: ['configure {"tags":["a","b"],"opts":{"k":"v"}}'],
  },
  {
    family: "gemma4",
    what: "a namespace, and no last bracket",
    output: '<|tool_call>call:default_api:get_weather{city:<|"|>Oslo<|"|><tool_call|>',
    calls: [OSLO],
  },
  {
    family: "gemma4",
    what: "a call in the thought channel",
    output: "<|channel>thought\nHm.<|tool_call>call:now{}<tool_call|>",
    calls: [NOW],
    reasoning: "Hm.",
  },
  {
    family: "functiongemma",
    what: "digits in quotes are text",
    output: "<start_function_call>call:configure{label:<escape>42<escape>}<end_function_call>",
    calls: ['configure {"label":"42"}'],
  },
];
