export const NOT_CHECKED = 'What that removes from clusters was not checked.';
