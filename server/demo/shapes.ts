/** A shape around the middle: the distance of a point from its edge, negative inside. X grows to the right and y down; pictures reach from -1 to 1. */
export type Shape = (x: number, y: number) => number;

export type Point = readonly [x: number, y: number];

export const circle =
  (x: number, y: number, radius: number): Shape =>
  (atX, atY) =>
    Math.hypot(atX - x, atY - y) - radius;

function distanceToLine(x: number, y: number, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const share = ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX * alongX + alongY * alongY);
  const at = Math.max(0, Math.min(1, share));
  return Math.hypot(x - fromX - alongX * at, y - fromY - alongY * at);
}

/** A stroke with round ends; its width is twice the radius. */
export const stroke =
  (from: Point, to: Point, radius: number): Shape =>
  (x, y) =>
    distanceToLine(x, y, from, to) - radius;

export const ring = (x: number, y: number, radius: number, halfWidth: number): Shape => {
  const line = circle(x, y, radius);
  return (atX, atY) => Math.abs(line(atX, atY)) - halfWidth;
};

/** A shape with straight edges; its corners are in either direction around it. */
export const polygon = (...corners: Point[]): Shape => {
  const edges = corners.map((corner, index) => [corner, corners[(index + 1) % corners.length] ?? corner] as const);
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    let isInside = false;
    for (const [from, to] of edges) {
      nearest = Math.min(nearest, distanceToLine(x, y, from, to));
      const [[fromX, fromY], [toX, toY]] = [from, to];
      if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) isInside = !isInside;
    }
    return isInside ? -nearest : nearest;
  };
};

/** The half of the picture that is above a line through the points, if the first is left of the second. */
export const above = ([fromX, fromY]: Point, [toX, toY]: Point): Shape => {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = Math.hypot(alongX, alongY);
  return (x, y) => ((y - fromY) * alongX - (x - fromX) * alongY) / length;
};

export const join =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    shapes.reduce((least, shape) => Math.min(least, shape(x, y)), Number.POSITIVE_INFINITY);

export const overlap =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    shapes.reduce((most, shape) => Math.max(most, shape(x, y)), Number.NEGATIVE_INFINITY);

export const cut =
  (shape: Shape, ...holes: Shape[]): Shape =>
  (x, y) =>
    holes.reduce((most, hole) => Math.max(most, -hole(x, y)), shape(x, y));

/** The right half of a shape on both sides. */
export const mirror =
  (shape: Shape): Shape =>
  (x, y) =>
    shape(Math.abs(x), y);

export const move =
  (byX: number, byY: number, shape: Shape): Shape =>
  (x, y) =>
    shape(x - byX, y - byY);

/** Clockwise by degrees. */
export const turn = (degrees: number, shape: Shape): Shape => {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return (x, y) => shape(x * cos + y * sin, y * cos - x * sin);
};

/** A shape that points up, in as many directions; each copy must stay within its sector. */
export const around = (count: number, shape: Shape): Shape => {
  const sector = (2 * Math.PI) / count;
  return (x, y) => {
    const angle = Math.atan2(x, -y);
    const within = angle - Math.round(angle / sector) * sector;
    const distance = Math.hypot(x, y);
    return shape(distance * Math.sin(within), -distance * Math.cos(within));
  };
};
