internal import ApusNet

/// One limit for the pixels of all decodings that are in progress.
///
/// A few kilobytes of PNG may become 256 MiB of pixels within the default limits of one image. The
/// budget bounds the memory of many decodings at once: by default 128 Mi pixels, which take
/// 512 MiB. A decoding that does not fit fails at once with `ImageError.tooLarge`, and may be
/// tried again once others have ended. One that is larger than the whole budget is decoded if no
/// other is in progress.
///
///     let small = PixelBudget(pixelCount: 16 << 20)
///     let decoders = ImageDecoders([PNGDecoder(sharing: small)])
public final class PixelBudget: Sendable {
  /// The budget of every decoder that is given no other.
  public static let shared = PixelBudget(pixelCount: 128 << 20)

  /// The largest number of pixels of all decodings in progress.
  public let pixelCount: Int
  private let taken = Lock(0)

  /// Creates a budget of a number of pixels, which must be greater than zero.
  ///
  /// - Parameter pixelCount: The maximum number of pixels that are decoded at once.
  public init(pixelCount: Int) {
    precondition(pixelCount > 0, "a pixel budget must be positive")
    self.pixelCount = pixelCount
  }

  /// The number of pixels of the decodings in progress.
  public var pixelsInProgress: Int { taken.withLock { $0 } }

  /// Runs a decoding whose pixels count until it ends.
  ///
  /// - Parameters:
  ///   - count: The number of pixels of the picture.
  ///   - decode: The decoding.
  /// - Returns: The result of the decoding.
  /// - Throws: `ImageError.tooLarge` if the pixels do not fit now; otherwise the decoding's error.
  public func withPixels<Result>(
    _ count: Int, _ decode: () throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    try take(count)
    defer { give(count) }
    return try decode()
  }

  /// Counts the pixels of a decoding that begins; `give(_:)` must follow.
  func take(_ count: Int) throws(ImageError) {
    let other = taken.withLock { taken -> Int? in
      let (sum, overflow) = taken.addingReportingOverflow(count)
      guard taken == 0 || !overflow && sum <= pixelCount else { return taken }
      taken = sum
      return nil
    }
    guard let other else { return }
    throw .tooLarge(.pixelsInProgress, count, atMost: max(0, pixelCount - other))
  }

  /// Counts off the pixels of a decoding that has ended.
  func give(_ count: Int) { taken.withLock { $0 -= count } }
}
