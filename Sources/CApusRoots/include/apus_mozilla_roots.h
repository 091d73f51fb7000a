#ifndef APUS_MOZILLA_ROOTS_H
#define APUS_MOZILLA_ROOTS_H

#include "apus_roots.h"

/* Returns Mozilla's roots, as a text of PEM. */
struct apus_roots apus_mozilla_roots(void);

/* Returns the number of roots in the text. */
int apus_mozilla_roots_count(void);

#endif
