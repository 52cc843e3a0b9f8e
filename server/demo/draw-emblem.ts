import { type Colour, indexedPng } from './png.ts';

/** What an emblem shows: a cut stone, a frame around it and the ground behind. */
export interface Emblem {
  /** The colour of the stone and its ground. */
  colour: Colour;
  /** The points of the stone, clockwise from the top: 0 is blunt, 1 the longest. */
  points: readonly number[];
  /** The share of each arc of the frame; they need not sum to 1. */
  arcs: readonly number[];
  /** Rings behind the stone instead of crossed blades. */
  hasRings: boolean;
}

const size = 128;
const middle = size / 2;
const shades = 256;
const turn = 2 * Math.PI;
/** Radiuses in pixels. */
const radius = { notch: 19, blunt: 27, longest: 50, frame: 57, frameWidth: 2.5, ring: 9 };
const shadow = 6;
/** The light comes from the top left. */
const light = (turn * 7) / 8;

/** Distance from the middle and clockwise angle from the top of each pixel: the same in each emblem. */
const distances = new Float32Array(size * size);
const angles = new Float32Array(size * size);
for (let at = 0; at < size * size; at += 1) {
  const [x, y] = [(at % size) + 0.5 - middle, Math.floor(at / size) + 0.5 - middle];
  distances[at] = Math.hypot(x, y);
  angles[at] = (Math.atan2(x, -y) + turn) % turn;
}

/** A square PNG; the same input always gives the same bytes. */
export function drawEmblem({ colour, points, arcs, hasRings }: Emblem): Buffer {
  const stone = stoneOf(points);
  const frame = frameOf(arcs);
  const pixels = new Uint8Array(size * size);
  for (let at = 0; at < pixels.length; at += 1) {
    const [distance, angle] = [distances[at] ?? 0, angles[at] ?? 0];
    let shade = groundAt(distance, angle, hasRings);
    const framed = coverage(radius.frameWidth / 2 - Math.abs(distance - radius.frame));
    if (framed > 0) shade += (frame(angle) - shade) * framed;
    if (distance < radius.longest + shadow) {
      const { shade: cut, inside } = stone(distance, angle);
      // A soft shadow sets the stone off from the ground.
      shade *= 1 - 0.6 * Math.max(0, Math.min(1, 1 + inside / shadow));
      shade += (cut - shade) * coverage(inside);
    }
    pixels[at] = Math.round(Math.max(0, Math.min(1, shade)) * (shades - 1));
  }
  return indexedPng(size, rampOf(colour), pixels);
}

/** How much of a pixel lies within an edge, by its distance from the edge. */
const coverage = (inside: number) => Math.max(0, Math.min(1, inside + 0.5));

function groundAt(distance: number, angle: number, hasRings: boolean): number {
  const base = 0.3 - 0.2 * (distance / size);
  if (hasRings) {
    const toRing = Math.abs((distance % radius.ring) - radius.ring / 2);
    return base + 0.08 * coverage(1.2 - toRing);
  }
  // Twice mirrored, four blades are one: the distance from the diagonal.
  const toBlade = Math.abs(distance * Math.sin((angle % (turn / 4)) - turn / 8));
  return base + 0.1 * coverage(7 - toBlade) - 0.06 * coverage(1.5 - toBlade);
}

/** The frame: an arc for each number, brighter from one to the next, with a gap between them. */
function frameOf(arcs: readonly number[]) {
  const sum = arcs.reduce((total, arc) => total + arc, 0);
  let end = 0;
  const ends = arcs.map((arc) => {
    end += (turn * arc) / sum;
    return end;
  });
  return (angle: number): number => {
    const index = ends.findIndex((to) => angle < to);
    const from = ends[index - 1] ?? 0;
    const toGap = radius.frame * Math.min(angle - from, (ends[index] ?? turn) - angle);
    return 0.16 + (0.34 + 0.2 * index) * coverage(toGap - 2);
  };
}

/** A stone with two facets per point, each lit by its direction. */
function stoneOf(points: readonly number[]) {
  const half = turn / points.length / 2;
  const facets = points.flatMap((length, index) => {
    const tip = radius.blunt + (radius.longest - radius.blunt) * length;
    return [-1, 1].map((side) => {
      // The edge from the tip to the notch, as the normal of its line and its distance from the middle.
      const [tipX, tipY] = [0, tip];
      const [notchX, notchY] = [radius.notch * Math.sin(half), radius.notch * Math.cos(half)];
      const long = Math.hypot(notchX - tipX, notchY - tipY);
      const normal = { x: (tipY - notchY) / long, y: (notchX - tipX) / long };
      const direction = index * 2 * half + side * Math.atan2(normal.x, normal.y);
      return { side, normal, edge: normal.x * tipX + normal.y * tipY, lit: 0.56 + 0.34 * Math.cos(direction - light) };
    });
  });
  return (distance: number, angle: number) => {
    const index = Math.round(angle / (2 * half)) % points.length;
    const within = angle - Math.round(angle / (2 * half)) * 2 * half;
    const [left, right] = [facets[index * 2], facets[index * 2 + 1]];
    if (!left || !right) return { shade: 0, inside: -size };
    const facet = within < 0 ? left : right;
    const [x, y] = [distance * Math.abs(Math.sin(within)), distance * Math.cos(within)];
    const inside = facet.edge - (facet.normal.x * x + facet.normal.y * y);
    // The ridge between the two facets of a point is blended over a pixel.
    const share = Math.max(-0.5, Math.min(0.5, distance * Math.sin(within))) + 0.5;
    const shade = left.lit + (right.lit - left.lit) * share;
    // A bright edge, and a flat top that reflects the light.
    const top = coverage(radius.notch * 0.62 - distance);
    return { shade: (shade + 0.12 * coverage(2 - inside)) * (1 - top) + (0.5 * shade + 0.42) * top, inside };
  };
}

/** From nearly black over the colour to nearly white. */
function rampOf(colour: Colour): Colour[] {
  const stops: readonly (readonly [number, readonly number[]])[] = [
    [0, colour.map((part) => part * 0.12)],
    [0.55, colour],
    [1, colour.map((part) => 255 - (255 - part) * 0.12)],
  ];
  return Array.from({ length: shades }, (_, shade): Colour => {
    const at = shade / (shades - 1);
    const next = Math.max(
      1,
      stops.findIndex(([offset]) => offset >= at),
    );
    const [[from = 0, dark = []] = [], [to = 1, bright = []] = []] = [stops[next - 1], stops[next]];
    const mix = (part: number) =>
      Math.round((dark[part] ?? 0) + (((bright[part] ?? 0) - (dark[part] ?? 0)) * (at - from)) / (to - from));
    return [mix(0), mix(1), mix(2)];
  });
}
