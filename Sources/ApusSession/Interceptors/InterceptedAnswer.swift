public import ApusHTTP

extension HTTPSession {
  /// A response on its way back through interceptors: its head, and content that is not yet read.
  ///
  /// A response that is dropped returns its connection.
  public struct InterceptedAnswer: Sendable {
    private(set) var received: ReceivedAnswer

    /// The status and the fields; changes of it reach the caller.
    public var head: HTTP.ResponseHead {
      get { received.head }
      set { received = ReceivedAnswer(newValue, received.source) }
    }

    init(_ received: ReceivedAnswer) { self.received = received }

    /// Creates an intercepted response from one that the program has made or changed.
    ///
    /// - Parameter response: The response, whose content is in memory.
    public init(_ response: HTTP.Response) {
      let source = ReceivedAnswer.Source.here(response.body, trailers: response.trailers)
      self.init(ReceivedAnswer(response.head, source))
    }

    /// The status.
    public var status: HTTP.Status {
      get { head.status }
      set { head.status = newValue }
    }

    /// The fields.
    public var headers: HTTP.Fields {
      get { head.fields }
      set { head.fields = newValue }
    }

    /// Reads the content to its end; more than a limit is an error.
    ///
    /// The content can be read only once: to pass it on, return an `InterceptedAnswer` with the
    /// response.
    ///
    /// - Parameter limit: The maximum number of bytes; 1 MiB by default.
    public nonisolated(nonsending) func response(
      upTo limit: Int = 1 << 20
    ) async throws -> HTTP.Response {
      guard limit >= 0 else {
        throw HTTPSessionError(
          .setting(.limit("upTo", limit, atLeast: 0)), response: HTTP.Response(head))
      }
      switch received.source {
      case .here(let bytes, let trailers):
        return HTTP.Response(head, body: bytes, trailers: trailers)
      case .coming(let content):
        do throws(HTTPSessionError.Reason) {
          let bytes = try await content.collect(limit: limit, nil)
          return HTTP.Response(head, body: bytes, trailers: content.trailers)
        } catch {
          throw HTTPSessionError(error, response: HTTP.Response(head)).thrown
        }
      }
    }

    /// Drops the content; the connection is kept if the rest of it was already received.
    public func drop() {
      if case .coming(let content) = received.source { content.close() }
    }
  }
}

/// A head, with the source of its content.
///
/// It is boxed, because many functions return it.
final class ReceivedAnswer: Sendable {
  /// The source of the content.
  enum Source: Sendable {
    case coming(any PendingContent)
    case here([UInt8], trailers: HTTP.Fields)
  }

  let head: HTTP.ResponseHead
  let source: Source
  /// The number of changes of the content's head that this head has; nil for a head that an
  /// interceptor has made.
  let changeCount: Int?

  init(_ head: HTTP.ResponseHead, _ source: Source, changeCount: Int? = nil) {
    self.head = head
    self.source = source
    self.changeCount = changeCount
  }
}

/// Content that has not been read.
protocol PendingContent: AnyObject, Sendable {
  nonisolated(nonsending) func collect(
    limit: Int, _ progress: ((TransferProgress) -> Void)?
  ) async throws(HTTPSessionError.Reason) -> [UInt8]
  var trailers: HTTP.Fields { get }
  func close()
}
