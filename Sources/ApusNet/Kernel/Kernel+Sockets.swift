internal import CApusNet

extension Kernel {
  /// System calls on sockets, which never wait.
  enum Sockets {
    static func open(family: Int32) -> Int64 { apus_socket(family) }

    static func bind(_ socket: Int32, to address: [UInt8]) -> Int64 {
      unsafe apus_bind(socket, address, address.count)  // SAFETY: C reads exactly `count` bytes.
    }

    static func connect(_ socket: Int32, to address: [UInt8]) -> Int64 {
      unsafe apus_connect(socket, address, address.count)  // SAFETY: C reads exactly `count` bytes.
    }

    static func listen(_ socket: Int32, backlog: Int32) -> Int64 { apus_listen(socket, backlog) }

    static func accept(_ listener: Int32) -> Int64 { apus_accept(listener) }

    /// Returns the bytes of the local address or the peer's address of a socket. The result is
    /// empty if the socket has no such address.
    static func address(of socket: Int32, isPeer: Bool) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 128)
      // SAFETY: C writes at most the given capacity.
      let count = unsafe apus_socket_address(socket, isPeer ? 1 : 0, &bytes, bytes.count)
      bytes.removeLast(bytes.count - min(max(0, Int(count)), bytes.count))
      return bytes
    }

    /// Returns 0 if the socket is connected, or a failure as a negative errno.
    static func hasPeer(_ socket: Int32) -> Int64 { apus_has_peer(socket) }

    static func takeError(of socket: Int32) -> Int64 { apus_take_socket_error(socket) }

    static func set(_ option: Option, of socket: Int32, to value: Int32) -> Int64 {
      apus_set_option(socket, option.name, value)
    }

    /// Returns the number of bytes that the peer has not acknowledged.
    static func unacknowledged(_ socket: Int32) -> Int64 { apus_unacknowledged(socket) }

    static func discardOnClose(_ socket: Int32) -> Int64 { apus_discard_on_close(socket) }

    static func finishSending(_ socket: Int32) -> Int64 { apus_finish_sending(socket) }

    static func peek(_ socket: Int32) -> Int64 { apus_peek(socket) }

    /// Appends received bytes to a byte array, up to the array's free capacity.
    static func receive(_ socket: Int32, into bytes: inout OutputSpan<UInt8>) -> Int64 {
      // SAFETY: C writes at most the free capacity after the first `count` bytes.
      unsafe bytes.withUnsafeMutableBufferPointer { buffer, count in
        let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let result = unsafe apus_receive(socket, room.baseAddress, room.count)
        if result > 0 { count += Int(result) }
        return result
      }
    }

    static func send(_ socket: Int32, _ bytes: Span<UInt8>) -> Int64 {
      // SAFETY: C reads the span within the call.
      unsafe bytes.withUnsafeBufferPointer { unsafe apus_send(socket, $0.baseAddress, $0.count) }
    }

    static func send(
      _ socket: Int32, _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>
    ) -> Int64 {
      // SAFETY: C reads the three spans within the call.
      unsafe first.withUnsafeBufferPointer { first in
        unsafe second.withUnsafeBufferPointer { second in
          unsafe third.withUnsafeBufferPointer { third in
            unsafe apus_send_three(
              socket, first.baseAddress, first.count, second.baseAddress, second.count,
              third.baseAddress, third.count)
          }
        }
      }
    }

    static func sendFile(_ socket: Int32, _ file: Int32, offset: Int64, count: Int) -> Int64 {
      apus_send_file(socket, file, offset, count)
    }
  }
}

extension Kernel.Sockets {
  /// A socket option.
  enum Option {
    case noDelay
    case keepAlive
    /// The idle time before the first keep-alive probe in seconds.
    case keepAliveIdle
    /// The interval between two keep-alive probes in seconds.
    case keepAliveInterval
    case keepAliveCount
    /// The maximum time in milliseconds that sent bytes may stay unacknowledged.
    case userTimeout
    case reuseAddress
    case ipv6Only
    case sendBuffer
    case receiveBuffer

    fileprivate var name: apus_option {
      switch self {
      case .noDelay: APUS_NO_DELAY
      case .keepAlive: APUS_KEEP_ALIVE
      case .keepAliveIdle: APUS_KEEP_ALIVE_IDLE
      case .keepAliveInterval: APUS_KEEP_ALIVE_INTERVAL
      case .keepAliveCount: APUS_KEEP_ALIVE_COUNT
      case .userTimeout: APUS_USER_TIMEOUT
      case .reuseAddress: APUS_REUSE_ADDRESS
      case .ipv6Only: APUS_IPV6_ONLY
      case .sendBuffer: APUS_SEND_BUFFER
      case .receiveBuffer: APUS_RECEIVE_BUFFER
      }
    }
  }
}
