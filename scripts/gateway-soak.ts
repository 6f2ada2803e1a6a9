/** Keeps streams open through the gateway: `npm run gateway:soak -- 200 60` for 200 of them and 60 seconds. Fails if one is not what the model wrote. */
import { soakGateway } from "../tests/support/gateway-soak.ts";

const [width = 200, seconds = 60] = process.argv.slice(2).map(Number);
const { streams, lost, heap } = await soakGateway(width, seconds * 1000);
for (const one of lost.slice(0, 20)) console.log(`lost: ${one}`);
const [early, late] = heap.map((bytes) => (bytes / 2 ** 20).toFixed(0));
console.log(`${width} at a time, ${streams} streams, ${lost.length} lost; heap ${early} MiB early, ${late} MiB at the end`);
process.exitCode = lost.length > 0 ? 1 : 0;
