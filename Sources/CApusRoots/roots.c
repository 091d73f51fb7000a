#include "apus_mozilla_roots.h"

/* Replaces the weak definition in CApusSystem. */
struct apus_roots apus_linked_roots(void) { return apus_mozilla_roots(); }
