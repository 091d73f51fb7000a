/* Translates addresses between the form of Linux and the sockaddr of this system. */
#pragma once

#include <sys/socket.h>

#include "result.h"

#if !defined(__linux__)

/* The family for its number on Linux; -1 for an unknown number. */
int apus_native_family(int family);

/* Reads the form into a sockaddr of this system: its length, or -errno. */
int64_t apus_native_address(const void *form, size_t count, struct sockaddr_storage *native);

/* Writes the form of an address up to the capacity: its length; 0 for an unknown family. */
int64_t apus_form_of_address(const struct sockaddr_storage *native, socklen_t length, void *form,
                             size_t capacity);

#endif
