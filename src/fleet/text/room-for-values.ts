/**
 * Limits how many characters are filled into a text, or into the texts of a file or a tree: from a long value that is used very often, a
 * small file makes gigabytes.
 * @returns whether there is room for one more value; what is filled in without it is not known
 */
export function roomForValues(characters: number): (value: string) => boolean {
  let left = characters;
  return (value) => {
    left -= value.length;
    return left >= 0;
  };
}

/** For the objects of a tree, and for a patch of one. API servers refuse requests of more than 3 MiB. */
export const ROOM_IN_OBJECTS = 8 * 1024 * 1024;
/** For a script, or a part of a pipeline. */
export const ROOM_IN_SCRIPT = 100_000;
