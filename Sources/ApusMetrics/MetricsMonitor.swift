#if Metrics
  internal import ApusHTTP
  public import ApusSession
  public import Metrics

  /// A monitor that measures the requests and connections of sessions with swift-metrics.
  ///
  ///     let api = try HTTPSession("https://api.example.com/") {
  ///       $0.monitors.append(MetricsMonitor())
  ///     }
  ///
  /// The names, units and dimensions of the metrics follow OpenTelemetry, and the article of the
  /// module lists them. The type `PoolMetrics` measures the open connections of a session.
  public struct MetricsMonitor: HTTPSession.Monitor {
    private let factory: MetricsMaker

    /// Creates a metrics monitor.
    ///
    /// - Parameter factory: The factory of the metrics. The default, nil, is the factory of the
    ///   task or of the system at the time of each event.
    public init(factory: (any MetricsFactory)? = nil) {
      self.factory = MetricsMaker(factory: factory)
    }

    /// Records the metrics for the call or the connection of an event.
    ///
    /// - Parameter event: The change of a call or a connection.
    public func note(_ event: HTTPSession.Event) {
      switch event.kind {
      case .began(let request):
        factory.meter(.activeRequests, Dimensions(RequestAttributes(request))).increment()
      case .ended(let timeline, let error):
        factory.meter(.activeRequests, Dimensions(RequestAttributes(timeline.request))).decrement()
        record(timeline, error)
      case .closed(let origin, let lifetime):
        factory.timer(.connectionDuration, Dimensions(ServerAttributes(origin)))
          .record(duration: lifetime)
      case .stored, .queued, .attempt, .sending, .uploading, .sent, .answering, .informational,
        .head, .redirected, .challenged, .replaying, .waiting, .continued, .receiving, .saved,
        .notSaved, .decoded, .refused, .suspended, .resumed, .ignored, .dialling, .pool,
        .shutDown:
        return
      }
    }

    /// Records the attempts of an ended call. A call that the cache served has no attempts.
    private func record(_ timeline: HTTPSession.Timeline, _ error: HTTPSessionError?) {
      for (index, attempt) in timeline.attempts.enumerated() {
        let next = index + 1 < timeline.attempts.count ? timeline.attempts[index + 1] : nil
        record(attempt, before: next, timeline, error)
      }
      if timeline.attempts.isEmpty, let error {
        let dimensions = Dimensions(RequestAttributes(timeline.request), nil, nil, error)
        factory.timer(.requestDuration, dimensions).record(duration: timeline.duration)
      }
      guard timeline.retryCount > 0 else { return }
      factory.counter(.retries, Dimensions(RequestAttributes(timeline.request)))
        .increment(by: timeline.retryCount)
    }

    /// Records a request that was sent. The duration of a call's last request ends with the
    /// response content.
    private func record(
      _ attempt: HTTPSession.Timeline.Attempt, before next: HTTPSession.Timeline.Attempt?,
      _ timeline: HTTPSession.Timeline, _ error: HTTPSessionError?
    ) {
      let dimensions = Dimensions(
        timeline.attributes(of: attempt), attempt.status, attempt.version,
        next == nil ? error : nil)
      let start = attempt.start ?? .zero
      let end = next == nil ? timeline.duration : attempt.head ?? next?.start ?? start
      factory.timer(.requestDuration, dimensions).record(duration: end - start)
      if attempt.sending != nil {
        factory.recorder(.requestBodySize, dimensions).record(attempt.sentByteCount)
      }
      if next == nil, attempt.head != nil {
        factory.recorder(.responseBodySize, dimensions).record(attempt.receivedByteCount)
      }
    }
  }

  extension HTTPSession.Timeline.Attempt {
    /// The start time of a request attempt.
    fileprivate var start: Duration? { queued ?? leased ?? sending }
  }
#else
  /// A monitor for swift-metrics, which requires the package trait `Metrics`.
  @available(*, unavailable, message: "enable the trait Metrics of the package apus")
  public struct MetricsMonitor {
    /// Creates a metrics monitor, which requires the package trait `Metrics`.
    public init() {}
  }

  /// The metrics of a session's connections, which require the package trait `Metrics`.
  @available(*, unavailable, message: "enable the trait Metrics of the package apus")
  public struct PoolMetrics {
    /// Creates the metrics of a session's connections, which require the package trait `Metrics`.
    public init() {}
  }
#endif
