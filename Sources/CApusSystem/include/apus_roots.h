#ifndef APUS_ROOTS_H
#define APUS_ROOTS_H

#include <stddef.h>
#include <stdint.h>

/* Roots that are linked into the program, as PEM text. */
struct apus_roots {
  const uint8_t *text;
  size_t length;
};

/*
 * Returns the roots that are linked into the program; the length is 0 if there are none.
 *
 * The definition in CApusSystem is weak and has no roots. A program with the product ApusRoots
 * has the strong one of CApusRoots, so that only such a program has the table.
 */
struct apus_roots apus_linked_roots(void);

#endif
