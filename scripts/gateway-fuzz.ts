/** Sends the gateway requests that nobody should send. `npm run gateway:fuzz -- 2000`; fails on a fault, a hang, or memory that grows. */
import { fuzzGateway } from "../tests/support/gateway-fuzz.ts";

const MOST_GROWTH = 64 * 1024 * 1024;

const { requests, statuses, faults, slowest, heap } = await fuzzGateway(Number(process.argv[2] ?? 2000));
const [early, late] = heap.map((bytes) => bytes / 2 ** 20);
for (const fault of faults.slice(0, 50)) console.log(`fault: ${fault}`);
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status === 0 ? "closed" : status}: ${times}`)
    .join(", "),
);
console.log(`slowest: ${slowest.what}, ${slowest.milliseconds.toFixed(0)} ms`);
console.log(`${requests} requests, ${faults.length} faults; heap ${early.toFixed(0)} MiB early, ${late.toFixed(0)} MiB at the end`);
process.exitCode = faults.length > 0 || heap[1] - heap[0] > MOST_GROWTH ? 1 : 0;
