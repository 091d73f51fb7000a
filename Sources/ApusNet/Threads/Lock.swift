internal import CApusNet

/// A mutual-exclusion lock that protects a value.
///
/// The mutex is the C library's, because ThreadSanitizer does not understand the standard library's
/// mutex.
@safe
public struct Lock<State>: ~Copyable, @unchecked Sendable {
  // SAFETY: init makes the memory, deinit frees it, and it is lent only during a call.
  @usableFromInline let state: UnsafeMutablePointer<State>
  // SAFETY: init makes the mutex, deinit frees it, and C may be called with it from any thread.
  @usableFromInline let mutex: OpaquePointer

  /// Creates a lock that protects an initial value.
  @inlinable
  public init(_ first: sending State) {
    // SAFETY: the value is initialised before any other code has the address.
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: first)
    unsafe mutex = makeMutex()
  }

  // An inlinable deinitializer saves a run-time look-up of the value's type.
  @inlinable
  deinit {
    // SAFETY: the memory was made by init, and has no other references.
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    unsafe freeMutex(mutex)
  }

  /// Calls `body` with exclusive access to the protected value.
  @inlinable
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    take()
    defer { give() }
    // SAFETY: the mutex is held, and the memory lives as long as self.
    return try unsafe body(&state.pointee)
  }

  /// Blocks the thread until `body` returns a result. The lock is released while the thread sleeps.
  ///
  /// The function calls `body` again after each call of `notify`.
  func waitUntilFound<Result>(_ body: (inout State) -> Result?) -> Result {
    take()
    defer { give() }
    while true {
      // SAFETY: the mutex is held here, and the access ends before C releases the mutex.
      if let result = unsafe body(&state.pointee) { return result }
      unsafe apus_lock_await(mutex)
    }
  }

  /// Wakes one thread that waits in `waitUntilFound`, which calls its `body` again.
  func notify() {
    unsafe apus_lock_notify(mutex)  // SAFETY: the mutex lives as long as self.
  }

  @usableFromInline func take() {
    unsafe apus_lock_take(mutex)  // SAFETY: the mutex lives as long as self.
  }

  @usableFromInline func give() {
    unsafe apus_lock_give(mutex)  // SAFETY: taken by the caller.
  }
}

@usableFromInline func makeMutex() -> OpaquePointer {
  unsafe apus_lock_make()  // SAFETY: the caller frees it.
}

@usableFromInline func freeMutex(_ mutex: OpaquePointer) {
  unsafe apus_lock_free(mutex)  // SAFETY: it was made above, and has no users any more.
}
