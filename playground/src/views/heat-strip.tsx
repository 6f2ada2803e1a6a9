import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { askWhyNot } from "../state/actions.ts";
import { theme } from "../state/theme.ts";

const COLUMNS = 256;

/** The whole vocabulary in the order of its ids, eight rows; what is allowed is lit. A click asks why a token of that place is allowed or not. */
export function HeatStrip({ heat, size, allowed }: { heat: Uint8Array; size: number; allowed: number }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = theme.value;
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (element === null || context === null || context === undefined) return;
    const style = getComputedStyle(element);
    const [on, off] = [rgb(style.getPropertyValue("--heat-on")), rgb(style.getPropertyValue("--heat-off"))];
    const image = context.createImageData(COLUMNS, heat.length / COLUMNS);
    for (let cell = 0; cell < heat.length; cell += 1) {
      const share = heat[cell] / 255;
      for (let part = 0; part < 3; part += 1) image.data[cell * 4 + part] = off[part] + (on[part] - off[part]) * share;
      image.data[cell * 4 + 3] = 255;
    }
    context.putImageData(image, 0, 0);
  }, [heat, look]);
  return (
    <figure class="heat">
      <canvas
        ref={canvas}
        width={COLUMNS}
        height={heat.length / COLUMNS}
        role="img"
        aria-label={`${allowed.toLocaleString("en")} of ${size.toLocaleString("en")} tokens of the vocabulary are allowed`}
        title="All tokens in the order of their ids; click one to ask why"
        onClick={(event) => {
          const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
          const rows = heat.length / COLUMNS;
          const row = Math.min(rows - 1, Math.floor(((event.clientY - top) / height) * rows));
          const place = (row + (event.clientX - left) / width) / rows;
          void askWhyNot({ id: Math.min(size - 1, Math.floor(place * size)) });
        }}
      />
      <figcaption>
        <span>0</span>
        <span>token id</span>
        <span>{(size - 1).toLocaleString("en")}</span>
      </figcaption>
    </figure>
  );
}

function rgb(color: string): readonly [number, number, number] {
  const hex = /^\s*#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(color);
  return hex === null ? [128, 128, 128] : [Number.parseInt(hex[1], 16), Number.parseInt(hex[2], 16), Number.parseInt(hex[3], 16)];
}
