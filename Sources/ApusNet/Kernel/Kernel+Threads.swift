internal import CApusNet

extension Kernel {
  /// Threads of our own.
  enum Threads {
    /// Starts a thread that runs `body` to its end; the stack is that many bytes.
    ///
    /// What resolves a name calls modules of the C library that use stack freely.
    static func start(
      name: String, owner: AnyObject, stack: Int = 512 << 10,
      _ body: @escaping @Sendable () -> Void
    ) -> Int64 {
      let start = Start(name: name, owner: ObjectIdentifier(owner), body: body)
      // SAFETY: retained here, and released by the thread, or below if there will be none.
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

    /// Lets other threads that are ready have this processor.
    static func yield() { apus_thread_yield() }

    /// Whether this thread was started for that owner.
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
