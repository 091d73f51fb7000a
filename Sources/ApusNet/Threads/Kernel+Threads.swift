internal import CApusNet

extension Kernel {
  /// System calls for the threads of this module.
  enum Threads {
    /// Starts a thread that runs `body` to its end, with a stack of the given size in bytes.
    ///
    /// Name look-ups call modules of the C library that need a large stack.
    static func start(
      name: String, owner: AnyObject, stack: Int = 512 << 10,
      _ body: @escaping @Sendable () -> Void
    ) -> Int64 {
      let start = Start(name: name, owner: ObjectIdentifier(owner), body: body)
      // SAFETY: the context is retained here, and released by the thread, or below if no thread is
      // started.
      let context = unsafe Unmanaged.passRetained(start)
      let result = unsafe apus_thread_start(
        stack,
        { @Sendable context in
          guard let context = unsafe context else { return nil }
          let start = unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
          unsafe apus_thread_enter(start.name, UInt(bitPattern: start.owner))
          start.body()
          return nil
        }, context.toOpaque())
      if result < 0 { unsafe context.release() }
      return result
    }

    /// Yields the processor to other threads that are ready.
    static func yield() { apus_thread_yield() }

    /// Returns whether the current thread was started for a given owner, such as an event loop.
    static func isOwned(by owner: AnyObject) -> Bool {
      apus_thread_owner() == UInt(bitPattern: ObjectIdentifier(owner))
    }

    private final class Start: Sendable {
      let name: String
      let owner: ObjectIdentifier
      let body: @Sendable () -> Void

      init(name: String, owner: ObjectIdentifier, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.owner = owner
        self.body = body
      }
    }
  }
}
