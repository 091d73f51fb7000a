internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// What a task does: a request, and what becomes of its response.
  public struct Work<Value: Sendable>: Sendable {
    let kind: HTTPTask.Kind
    let request: HTTP.Request
    let run: @Sendable (HTTPSession, HTTPTask) async throws(HTTPSessionError) -> Value

    init(
      _ kind: HTTPTask.Kind, _ request: HTTP.Request,
      _ run: @escaping @Sendable (HTTPSession, HTTPTask) async throws(HTTPSessionError) -> Value
    ) {
      self.kind = kind
      self.request = request
      self.run = run
    }
  }

  /// Starts work in a task of its own, and returns the handle of it.
  ///
  ///     let task = api.start(.send(.get("users"), as: [User].self), priority: .high)
  ///     let users = try await task.value
  ///
  /// One that is started suspended sends nothing before it is resumed. The time of the call as a
  /// whole runs from now on, and once it is over the task fails, resumed or not. A session that was
  /// shut down starts tasks that fail.
  @discardableResult
  public func start<Value>(
    _ work: Work<Value>, priority: HTTP.RequestOptions.Priority? = nil, isSuspended: Bool = false
  ) -> HTTPTask.Returning<Value> {
    let number = handles.nextNumber()
    let control = CallControl(
      environment.time, priority ?? work.request.options.priority ?? .normal,
      isSuspended: isSuspended,
      told: monitors.map { (monitors) -> CallControl.Told in
        { monitors.tell($0 ? .suspended(task: number) : .resumed(task: number), ofTaskWith: $1) }
      })
    let task = HTTPTask.Returning<Value>(number, work.kind, work.request, control)
    handles.add(task)
    let isAdmitted = calls.admit()
    // As with any task that is begun: where its program prefers to run, but not on a shared loop.
    task.run(
      Task(executorPreference: CurrentTask.executorOfCallers) { [self] in
        let result: Result<Value, HTTPSessionError>
        do throws(HTTPSessionError) {
          guard isAdmitted else { throw HTTPSessionError(.shutDown, request: work.request) }
          result = .success(try await work.run(self, task))
        } catch {
          result = .failure(error)
        }
        await hold(control)
        handles.remove(task)
        task.end()
        if isAdmitted { calls.leave() }
        return result
      })
    return task
  }

  /// The tasks that have been started and have not ended, by kind and by age.
  ///
  /// Those for data come first, then uploads, then downloads. They may be asked for anywhere, also
  /// in what a call calls back. A call that is awaited is not among them: its handle is the task of
  /// Swift's that awaits it, and a monitor is told when it begins and ends.
  public var tasks: [HTTPTask] { handles.tasks }

  /// Holds the result of a suspended call until the call is resumed, cancelled or shut down, or its
  /// time is over.
  private func hold(_ control: CallControl) async {
    guard control.suspension != nil, let loop = try? loopOfFiles() else { return }
    _ = try? await control.goesOn(by: control.callEnd, on: loop)
  }
}

extension HTTPSession.Work where Value == HTTP.Response {
  /// Sends a request, and returns the response with its whole content.
  public static func send(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    collecting(.data, request.bounded(by: limit, accepted))
  }

  /// Sends a request for the sake of its content, and returns the response.
  public static func upload(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    collecting(.upload, request.bounded(by: limit, accepted))
  }

  private static func collecting(_ kind: HTTPTask.Kind, _ request: HTTP.Request) -> Self {
    Self(kind, request) { (session, task) async throws(HTTPSessionError) in
      try await session.collect(
        request, accepting: session.accepted(by: request), CallWatch(task)
      ).response
    }
  }
}

extension HTTPSession.Work where Value: Decodable {
  /// Sends a request, and decodes the response.
  public static func send(
    _ request: HTTP.Request, as type: Value.Type, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    let request = request.bounded(by: limit, accepted)
    return Self(.data, request) { (session, task) async throws(HTTPSessionError) in
      try await session.decoded(request, as: type, by: nil, CallWatch(task)).value
    }
  }
}

extension HTTPSession.Work where Value == HTTPSession.Download {
  /// Downloads a target to a file or into a folder, where it appears once it is whole.
  ///
  /// What has come of it can be kept when it is cancelled, as is told at `cancel`. For that the
  /// server is asked for content without a coding; a request that names the codings that it accepts
  /// is left alone, and content that has one is not kept.
  public static func download(
    _ target: HTTP.Target, to path: String, options: HTTPSession.DownloadOptions = [],
    sha256: String? = nil, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    download(
      .get(target), to: path, options: options, sha256: sha256, within: limit, accepting: accepted)
  }

  /// Writes the content of a response to a file or into a folder, where it appears once whole.
  public static func download(
    _ request: HTTP.Request, to path: String, options: HTTPSession.DownloadOptions = [],
    sha256: String? = nil, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    let request = request.bounded(by: limit, accepted)
    return Self(.download, request) { (session, task) async throws(HTTPSessionError) in
      try await session.save(
        request, resuming: nil, to: FilePath(path), options, sha256, task.control
      ) { task.note(received: $0) }
    }
  }

  /// Goes on with a download that has failed or was cancelled.
  public static func download(
    resuming token: HTTPSession.ResumeToken, to path: String, headers: HTTP.Fields = [:],
    options: HTTPSession.DownloadOptions = [], sha256: String? = nil, within limit: Duration? = nil
  ) -> Self {
    let request = HTTP.Request(.get, .url(token.url), headers: headers)
    return Self(.download, request) { (session, task) async throws(HTTPSessionError) in
      try await session.save(
        request.bounded(by: limit), resuming: token, to: FilePath(path), options.union(.resume),
        sha256, task.control
      ) { task.note(received: $0) }
    }
  }
}

extension HTTPTask.Returning where Value == HTTPSession.Download {
  /// Cancels the download, and returns the token by which it goes on later, if that is asked for.
  ///
  ///     let token = await task.cancel(producingResumeData: true)
  ///
  /// Returns once the task has ended. There is no token of a download that has ended already, nor
  /// where the server has not named its content by a strong mark. Without a token nothing is left,
  /// unless `.resume` is one of the download's options.
  @discardableResult
  public func cancel(producingResumeData keepsPart: Bool) async -> HTTPSession.ResumeToken? {
    control.keepsPart = keepsPart
    cancel()
    guard case .failure(let error) = await outcome else { return nil }
    return keepsPart ? error.resumeToken : nil
  }
}

extension CallWatch {
  /// What a handle is told, and what it asks for.
  convenience init(_ task: HTTPTask) {
    self.init(
      sent: { task.note(sent: $0) }, received: { task.note(received: $0) }, control: task.control)
  }
}
