import { expect, it } from "vitest";
import { fuzzGateway } from "../../tests/support/gateway-fuzz.ts";
import { soakGateway } from "../../tests/support/gateway-soak.ts";

it("answers or closes whatever is sent, and is as good as new afterwards", async () => {
  const { faults } = await fuzzGateway(44, { atATime: 4 });
  expect(faults).toEqual([]);
}, 180_000);

it("loses nothing of many streams at a time", async () => {
  const { streams, lost } = await soakGateway(40, 1000);
  expect(lost).toEqual([]);
  expect(streams).toBeGreaterThan(39);
});
