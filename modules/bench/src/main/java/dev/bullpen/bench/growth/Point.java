package dev.bullpen.bench.growth;

/**
 * What something cost at one size.
 *
 * @param size in the unit of its panel's sizes
 * @param cost the median, in the unit of its panel's costs
 * @param least of the values whose median it is
 * @param most of them
 * @param times how many there are
 */
record Point(double size, double cost, double least, double most, int times) {}
