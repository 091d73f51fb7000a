#if Logging
  internal import ApusHTTP
  internal import ApusSession
  internal import Logging

  extension LoggingMonitor {
    /// Returns the properties of a session event as log metadata. The keys are attribute names of
    /// OpenTelemetry, and the numbers of the session and the call have names of this package.
    func metadata(of event: HTTPSession.Event) -> Logger.Metadata {
      var metadata: Logger.Metadata = ["apus.session": .stringConvertible(event.session)]
      if let call = event.call { metadata["apus.call"] = .stringConvertible(call) }
      switch event.kind {
      case .began(let request): metadata.add(RequestAttributes(request))
      case .head(let head):
        metadata.add(head.status, nil)
        metadata["network.protocol.version"] = .string("\(head.version)")
      case .ended(let timeline, let error): metadata.add(timeline, error)
      case .notSaved(let error): metadata.add(nil, error)
      case .refused(let error, _): metadata.add(nil, error)
      case .dialling(let origin, let dial):
        metadata.add(ServerAttributes(origin))
        if case .connected(let address) = dial {
          metadata["network.peer.address"] = .string(address)
        }
        if case .failed(let error) = dial { metadata.add(nil, error) }
      case .closed(let origin, _): metadata.add(ServerAttributes(origin))
      case .pool(let gauges):
        metadata["apus.connections"] = .stringConvertible(gauges.open)
        metadata["apus.waiting"] = .stringConvertible(gauges.waiting)
      case .stored, .queued, .attempt, .sending, .uploading, .sent, .answering, .informational,
        .redirected, .challenged, .replaying, .waiting, .continued, .receiving, .saved, .decoded,
        .suspended, .resumed, .ignored, .shutDown:
        break
      }
      return metadata
    }
  }

  extension Logger.Metadata {
    fileprivate mutating func add(_ timeline: HTTPSession.Timeline, _ error: HTTPSessionError?) {
      add(RequestAttributes(timeline.request))
      add(timeline.status, error)
      let resendCount = timeline.attempts.count - 1
      if resendCount > 0 { self["http.request.resend_count"] = .stringConvertible(resendCount) }
      self["http.response.body.size"] = .stringConvertible(timeline.receivedByteCount)
    }

    fileprivate mutating func add(_ request: RequestAttributes) {
      self["http.request.method"] = .string(request.method)
      if let method = request.originalMethod {
        self["http.request.method_original"] = .string(method)
      }
      self["url.full"] = .string(request.url)
      if let server = request.server { add(server) }
    }

    fileprivate mutating func add(_ server: ServerAttributes) {
      self["server.address"] = .string(server.address)
      self["server.port"] = .stringConvertible(server.port)
    }

    fileprivate mutating func add(_ status: HTTP.Status?, _ error: HTTPSessionError?) {
      if let status { self["http.response.status_code"] = .stringConvertible(status.code) }
      if let type = RequestAttributes.errorType(status: status, error: error) {
        self["error.type"] = .string(type)
      }
    }
  }
#endif
