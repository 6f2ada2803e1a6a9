/** Which members of a value some subschema has looked at: what `unevaluatedItems` and `unevaluatedProperties` need to know. */
export class Evaluated {
  #allItems = false;
  #firstItems = 0;
  readonly #items = new Set<number>();
  #allProperties = false;
  readonly #properties = new Set<string>();

  addProperty(key: string): void {
    if (!this.#allProperties) this.#properties.add(key);
  }

  addAllProperties(): void {
    this.#allProperties = true;
  }

  addItem(index: number): void {
    this.#items.add(index);
  }

  addFirstItems(count: number): void {
    this.#firstItems = Math.max(this.#firstItems, count);
  }

  addAllItems(): void {
    this.#allItems = true;
  }

  hasProperty(key: string): boolean {
    return this.#allProperties || this.#properties.has(key);
  }

  hasItem(index: number): boolean {
    return this.#allItems || index < this.#firstItems || this.#items.has(index);
  }

  addAll(other: Evaluated): void {
    this.#allItems ||= other.#allItems;
    this.#allProperties ||= other.#allProperties;
    this.addFirstItems(other.#firstItems);
    for (const index of other.#items) this.#items.add(index);
    for (const key of other.#properties) this.#properties.add(key);
  }
}
