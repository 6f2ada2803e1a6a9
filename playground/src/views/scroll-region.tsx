import type { ComponentChildren, JSX, Ref } from "preact";

interface ScrollRegionProps {
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
  readonly element?: Ref<HTMLElement>;
  readonly onPointerMove?: (event: PointerEvent) => void;
  readonly onPointerLeave?: () => void;
}

/** A part of the page that scrolls by itself, within reach of the keyboard. */
export function ScrollRegion({ label, children, element, ...rest }: ScrollRegionProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section aria-label={label} tabIndex={0} ref={element ?? null} {...rest}>
      {children}
    </section>
  );
}
