import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { TreeFormat } from "../engine/protocol.ts";
import { lit, pointed } from "../state/hot.ts";
import { type DrawnBox, railroad } from "./railroad-layout.ts";
import { ScrollRegion } from "./scroll-region.tsx";
import { clearPointed, pointAtTarget } from "./tree-lines.tsx";

const fits = signal(false);

/** The grammar as a railroad diagram. */
export function RailroadView({ tree }: { tree: TreeFormat }): JSX.Element {
  const drawing = useMemo(() => railroad(tree), [tree]);
  const scroller = useRef<HTMLElement>(null);
  const { paths } = lit.value;
  const fromElsewhere = pointed.value?.on !== "path";
  useEffect(() => {
    if (fromElsewhere && paths.size > 0) scroller.current?.querySelector(".lit")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [paths, fromElsewhere]);
  const { width, height, boxes, frames, lines } = drawing;
  return (
    <>
      <button type="button" class="fit" aria-pressed={fits.value} onClick={() => (fits.value = !fits.value)}>
        Fit width
      </button>
      <ScrollRegion
        class="railroad scroll"
        label="Railroad diagram of the output grammar"
        element={scroller}
        onPointerMove={pointAtTarget}
        onPointerLeave={clearPointed}
      >
        <svg
          viewBox={`0 0 ${width} ${height}`}
          {...(fits.value ? { style: { width: "100%" } } : { width, height })}
          role="img"
          aria-label={`Diagram with ${boxes.length} boxes; the outline says the same in words`}
        >
          {frames.map((frame, index) => (
            <g key={index} class={`frame${paths.has(frame.path) ? " lit" : ""}`} data-path={frame.path}>
              <rect x={frame.x} y={frame.y} width={frame.width} height={frame.height} rx={8} />
              {frame.text === "" ? null : (
                <text x={frame.x + 8} y={frame.y + 13}>
                  {frame.text}
                </text>
              )}
            </g>
          ))}
          <path class="track" d={lines.join("")} />
          {boxes.map((box, index) => (
            <Box key={index} box={box} isLit={paths.has(box.path)} />
          ))}
        </svg>
      </ScrollRegion>
    </>
  );
}

function Box({ box, isLit }: { box: DrawnBox; isLit: boolean }): JSX.Element {
  const { kind, x, y, width, height, text, title, path } = box;
  const round = kind === "marker" || kind === "const_string" || kind === "token";
  return (
    <g class={`box of-${kind}${isLit ? " lit" : ""}`} data-path={path}>
      <title>{title}</title>
      <rect x={x} y={y} width={width} height={height} rx={round ? height / 2 : 4} />
      <text x={x + width / 2} y={y + height / 2 + 4} text-anchor="middle">
        {text}
      </text>
    </g>
  );
}
