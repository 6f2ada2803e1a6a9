import type { TreeFormat } from "../engine/protocol.ts";

/** A railroad diagram as rectangles, lines and texts, laid out by hand: what stands beside each other follows each other, what stands below each other is a choice. */

export interface DrawnBox {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly title: string;
  readonly path: string;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly DrawnBox[];
  /** Frames around formats, outermost first. */
  readonly frames: readonly DrawnBox[];
  readonly lines: readonly string[];
}

/** A piece of track: its room above and below the line that it is entered and left on, and how it is drawn from a place on. */
interface Track {
  readonly width: number;
  readonly up: number;
  readonly down: number;
  readonly draw: (x: number, y: number, out: Canvas) => void;
}

interface Canvas {
  readonly boxes: DrawnBox[];
  readonly frames: DrawnBox[];
  readonly lines: string[];
}

const CHARACTER = 7.25;
const HALF = 13;
const GAP = 14;
const BEND = 9;
const BETWEEN = 9;
const LONGEST_LABEL = 46;
const MOST_BRANCHES = 40;

export function railroad(root: TreeFormat): Drawing {
  const track = trackOf(root);
  const out: Canvas = { boxes: [], frames: [], lines: [] };
  const [left, top] = [16, track.up + 14];
  out.lines.push(`M${left - 10} ${top - 6}v12M${left - 10} ${top}H${left}`);
  track.draw(left, top, out);
  const right = left + track.width;
  out.lines.push(`M${right} ${top}h10m0 -6v12`);
  return { width: right + 18, height: track.up + track.down + 28, ...out };
}

function trackOf(format: TreeFormat): Track {
  const { type, path, label, children } = format;
  switch (type) {
    case "sequence":
      return children.length === 0 ? box("nothing", "empty", format.path) : inRow(children.map(trackOf));
    case "or":
      return choice(branches(children, path));
    case "optional":
      return optional(trackOf(children[0]));
    case "plus":
      return loop(trackOf(children[0]));
    case "star":
      return optional(loop(trackOf(children[0])));
    case "repeat":
      return framed(loop(trackOf(children[0])), `${label} times`, path);
    case "tag":
      return tagTrack(format);
    case "tags_with_separator": {
      const separator = format.separator === undefined || format.separator === "" ? undefined : box("const_string", format.separator, path);
      const repeated = loop(choice(branches(children, path)), separator);
      return format.atLeastOne === true ? repeated : optional(repeated);
    }
    case "triggered_tags":
    case "token_triggered_tags":
    case "dispatch":
    case "token_dispatch":
      return optional(loop(choice([box("any_text", "text", path), ...branches(children, path)])));
    case "const_string":
      return label === "" ? inRow([]) : box(type, label, path);
    default:
      return box(type, label, path);
  }
}

function tagTrack({ path, begin = "", end = "", children, label }: TreeFormat): Track {
  const parts: Track[] = [];
  if (begin !== "") parts.push(box("marker", begin, path));
  parts.push(...children.map(trackOf));
  if (end !== "") parts.push(box("marker", end, path));
  return framed(inRow(parts), "", path, label);
}

function branches(children: readonly TreeFormat[], path: string): Track[] {
  const tracks = children.slice(0, MOST_BRANCHES).map(trackOf);
  if (children.length > MOST_BRANCHES) tracks.push(box("nothing", `${children.length - MOST_BRANCHES} more`, path));
  return tracks.length === 0 ? [box("nothing", "nothing fits", path)] : tracks;
}

function box(kind: string, text: string, path: string): Track {
  const shown = text.replaceAll("\n", "↵").replaceAll("\t", "⇥");
  const cut = shown.length > LONGEST_LABEL ? `${shown.slice(0, LONGEST_LABEL - 1)}…` : shown;
  const width = Math.max(24, cut.length * CHARACTER + 16);
  return {
    width,
    up: HALF,
    down: HALF,
    draw: (x, y, out) => out.boxes.push({ kind, x, y: y - HALF, width, height: 2 * HALF, text: cut, title: text, path }),
  };
}

/** Widest row of things that follow each other; what is wider goes on below, as text does. */
const WIDEST_ROW = 880;

function inRow(parts: readonly Track[]): Track {
  const rows: Track[][] = [[]];
  let width = 0;
  for (const part of parts) {
    const row = rows[rows.length - 1];
    if (row.length > 0 && width + GAP + part.width > WIDEST_ROW) {
      rows.push([part]);
      width = part.width;
    } else {
      width += part.width + (row.length > 0 ? GAP : 0);
      row.push(part);
    }
  }
  return rows.length === 1 ? oneRow(rows[0]) : inRows(rows.map(oneRow));
}

/** Rows below each other: the track runs back to the left between them, and up again at the end. */
function inRows(rows: readonly Track[]): Track {
  const side = 2 * BEND;
  const inner = Math.max(...rows.map(({ width }) => width));
  const places: number[] = [0];
  for (let index = 1; index < rows.length; index += 1) places.push(places[index - 1] + rows[index - 1].down + 2 * side + rows[index].up);
  const last = rows.length - 1;
  return {
    width: inner + 3 * side,
    up: rows[0].up,
    down: places[last] + rows[last].down,
    draw: (x, y, out) => {
      const [left, right] = [x + side, x + side + inner];
      out.lines.push(`M${x} ${y}H${left}`);
      for (const [index, row] of rows.entries()) {
        const at = y + places[index];
        row.draw(left, at, out);
        out.lines.push(`M${left + row.width} ${at}H${right}`);
        if (index === last) break;
        const between = at + row.down + side;
        const next = y + places[index + 1];
        out.lines.push(
          `M${right} ${at}q${BEND} 0 ${BEND} ${BEND}V${between - BEND}q0 ${BEND} ${-BEND} ${BEND}H${left}q${-BEND} 0 ${-BEND} ${BEND}V${next - BEND}q0 ${BEND} ${BEND} ${BEND}`,
        );
      }
      const bottom = y + places[last];
      out.lines.push(
        `M${right} ${bottom}h${BEND}q${BEND} 0 ${BEND} ${-BEND}V${y + BEND}q0 ${-BEND} ${BEND} ${-BEND}H${x + inner + 3 * side}`,
      );
    },
  };
}

function oneRow(parts: readonly Track[]): Track {
  const width = parts.reduce((sum, part) => sum + part.width, 0) + GAP * Math.max(0, parts.length - 1);
  return {
    width,
    up: Math.max(0, ...parts.map(({ up }) => up)),
    down: Math.max(0, ...parts.map(({ down }) => down)),
    draw: (x, y, out) => {
      let at = x;
      for (const [index, part] of parts.entries()) {
        if (index > 0) {
          out.lines.push(`M${at} ${y}h${GAP}`);
          at += GAP;
        }
        part.draw(at, y, out);
        at += part.width;
      }
    },
  };
}

function choice(parts: readonly Track[]): Track {
  if (parts.length === 1) return parts[0];
  const inner = Math.max(...parts.map(({ width }) => width));
  const side = 2 * BEND + 4;
  const places: number[] = [0];
  for (let index = 1; index < parts.length; index += 1) places.push(places[index - 1] + parts[index - 1].down + BETWEEN + parts[index].up);
  return {
    width: inner + 2 * side,
    up: parts[0].up,
    down: places[parts.length - 1] + parts[parts.length - 1].down,
    draw: (x, y, out) => {
      const right = x + side + inner;
      for (const [index, part] of parts.entries()) {
        const at = y + places[index];
        part.draw(x + side, at, out);
        const tail = x + side + part.width;
        if (index === 0) out.lines.push(`M${x} ${y}h${side}M${tail} ${y}H${right + side}`);
        else {
          const fall = places[index] - 2 * BEND;
          out.lines.push(`M${x} ${y}q${BEND} 0 ${BEND} ${BEND}v${fall}q0 ${BEND} ${BEND} ${BEND}H${x + side}`);
          out.lines.push(`M${tail} ${at}H${right + side - 2 * BEND}q${BEND} 0 ${BEND} ${-BEND}v${-fall}q0 ${-BEND} ${BEND} ${-BEND}`);
        }
      }
    },
  };
}

function optional(part: Track): Track {
  const side = 2 * BEND;
  const rise = Math.max(2 * BEND, part.up + BETWEEN);
  return {
    width: part.width + 2 * side,
    up: rise,
    down: part.down,
    draw: (x, y, out) => {
      part.draw(x + side, y, out);
      const end = x + side + part.width;
      out.lines.push(`M${x} ${y}h${side}M${end} ${y}h${side}`);
      const climb = rise - 2 * BEND;
      out.lines.push(
        `M${x} ${y}q${BEND} 0 ${BEND} ${-BEND}v${-climb}q0 ${-BEND} ${BEND} ${-BEND}H${end}q${BEND} 0 ${BEND} ${BEND}v${climb}q0 ${BEND} ${BEND} ${BEND}`,
      );
    },
  };
}

function loop(part: Track, back?: Track): Track {
  const side = 2 * BEND;
  const inner = Math.max(part.width, back?.width ?? 0);
  const fall = Math.max(2 * BEND, part.down + BETWEEN + (back?.up ?? 0));
  return {
    width: inner + 2 * side,
    up: part.up,
    down: fall + (back?.down ?? 3),
    draw: (x, y, out) => {
      const [left, right] = [x + side, x + side + inner];
      part.draw(left, y, out);
      out.lines.push(`M${x} ${y}H${left}M${left + part.width} ${y}H${right + side}`);
      const drop = fall - 2 * BEND;
      const low = y + fall;
      const middle = back === undefined ? left : left + (inner - back.width) / 2;
      back?.draw(middle, low, out);
      out.lines.push(
        `M${right} ${y}q${BEND} 0 ${BEND} ${BEND}v${drop}q0 ${BEND} ${-BEND} ${BEND}H${back === undefined ? left : middle + back.width}`,
      );
      out.lines.push(`M${middle} ${low}H${left}q${-BEND} 0 ${-BEND} ${-BEND}v${-drop}q0 ${-BEND} ${BEND} ${-BEND}`);
      // The way back has an arrow, since all other tracks go to the right.
      out.lines.push(`M${left + inner / 2 + 4} ${low - 4}l-5 4l5 4`);
    },
  };
}

function framed(part: Track, text: string, path: string, title = text): Track {
  const pad = 8;
  const head = text === "" ? 0 : 14;
  return {
    width: part.width + 2 * pad,
    up: part.up + pad + head,
    down: part.down + pad,
    draw: (x, y, out) => {
      const height = part.up + part.down + 2 * pad + head;
      out.frames.push({ kind: "frame", x, y: y - part.up - pad - head, width: part.width + 2 * pad, height, text, title, path });
      out.lines.push(`M${x} ${y}h${pad}M${x + pad + part.width} ${y}h${pad}`);
      part.draw(x + pad, y, out);
    },
  };
}
