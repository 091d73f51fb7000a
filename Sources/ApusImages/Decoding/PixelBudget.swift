internal import ApusNet

/// A limit on the total number of pixels in all image decodings that run at the same time.
///
/// Within the default limits, a few kilobytes of PNG may become 256 MiB of pixels. The budget
/// limits the memory of several decodings at the same time. By default, the budget is 128 Mi
/// pixels, which occupy 512 MiB. A decoding that exceeds the budget fails immediately with
/// `ImageError.tooLarge`. The program may try the decoding again after other decodings have ended.
/// A picture that exceeds the whole budget is decoded only if no other decoding is in progress.
///
///     let small = PixelBudget(pixelCount: 16 << 20)
///     let decoders = ImageDecoders([PNGDecoder(sharing: small)])
public final class PixelBudget: Sendable {
  /// The pixel budget of every decoder that was created without its own budget.
  public static let shared = PixelBudget(pixelCount: 128 << 20)

  /// The maximum number of pixels of all decodings in progress.
  public let pixelCount: Int
  private let taken = Lock(0)

  /// Creates a pixel budget with a number of pixels, which must be greater than zero.
  ///
  /// - Parameter pixelCount: The maximum number of pixels of all decodings in progress.
  public init(pixelCount: Int) {
    precondition(pixelCount > 0, "a pixel budget must be positive")
    self.pixelCount = pixelCount
  }

  /// The number of pixels of all decodings in progress.
  public var pixelsInProgress: Int { taken.withLock { $0 } }

  /// Runs an image decoding, and counts its pixels until the end of the decoding.
  ///
  /// - Parameters:
  ///   - count: The number of pixels of the picture.
  ///   - decode: The closure that decodes the picture.
  /// - Returns: The result of the decoding.
  /// - Throws: `ImageError.tooLarge` if the pixels exceed the budget at present, or the error of
  ///   the decoding.
  public func withPixels<Result>(
    _ count: Int, _ decode: () throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    try take(count)
    defer { give(count) }
    return try decode()
  }

  /// Takes the pixels of a new decoding from the pixel budget. The caller must return the pixels
  /// with `give(_:)`.
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

  /// Returns the pixels of a finished decoding to the pixel budget.
  func give(_ count: Int) { taken.withLock { $0 -= count } }
}
