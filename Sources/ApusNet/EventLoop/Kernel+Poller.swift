internal import CApusNet

extension Kernel {
  /// System calls on the poller (epoll or kqueue), which reports each change of a descriptor's
  /// readiness once.
  enum Poller {
    /// A buffer with the events of the last poller wait.
    struct Events {
      fileprivate var list = [apus_event](repeating: .init(), count: 256)

      /// The token and the readiness changes of the descriptor of one poller event.
      subscript(index: Int) -> (token: UInt64, rings: Doorbell.Rings) {
        (list[index].token, Doorbell.Rings(rawValue: UInt8(truncatingIfNeeded: list[index].ready)))
      }
    }

    static func open() -> Int64 { apus_poller_open() }

    static func add(_ descriptor: Int32, to poller: Int32, token: UInt64) -> Int64 {
      apus_poller_add(poller, descriptor, token)
    }

    static func remove(_ descriptor: Int32, from poller: Int32) -> Int64 {
      apus_poller_remove(poller, descriptor)
    }

    /// Waits for poller events and stores the events in `events`. The wait has no timeout if the
    /// limit is -1.
    static func wait(_ poller: Int32, into events: inout Events, milliseconds: Int32) -> Int64 {
      // SAFETY: C writes at most as many events as there are.
      let count = unsafe apus_poller_wait(poller, &events.list, events.list.count, milliseconds)
      return max(0, count)
    }

    /// The poller token of the wake descriptor. No socket has this token or the token of the timer.
    static var wakeToken: UInt64 { APUS_WAKE_TOKEN }
    static var timerToken: UInt64 { APUS_TIMER_TOKEN }

    /// Opens a kernel timer and registers it with the poller.
    static func openTimer(in poller: Int32) -> Int64 { apus_timer_open(poller) }

    /// Sets the kernel timer to expire once, at a time in nanoseconds.
    static func set(_ timer: Int32, to nanoseconds: UInt64) -> Int64 {
      apus_timer_set(timer, nanoseconds)
    }

    /// Opens a descriptor that other threads use to wake the poller.
    static func openWake(in poller: Int32) -> Int64 { apus_wake_open(poller) }

    static func wake(_ descriptor: Int32) -> Int64 { apus_wake(descriptor) }
  }
}
