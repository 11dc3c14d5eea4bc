/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Schropp's two systems as compiled functions for deSolve's radau: its C interface needs neither R's
 * headers nor its library. Written for the peer, not generated: as a user of deSolve would. */
#include <math.h>

/* y = (u1, u2, v1, v2, lambda); mass diag(1, 1, 1, 1, 0) */
void pendulum(int *n, double *t, double *y, double *f, double *out, int *ip) {
  (void)n, (void)t, (void)out, (void)ip;
  f[0] = y[2];
  f[1] = y[3];
  f[2] = -y[0] * y[4];
  f[3] = -1 - y[1] * y[4];
  f[4] = y[0] * y[0] + y[1] * y[1] - 1;
}

/* Column by column. */
void pendulum_jacobian(int *n, double *t, double *y, int *ml, int *mu, double *pd, int *nrow,
                       double *out, int *ip) {
  const int r = *nrow;
  int i;
  (void)n, (void)t, (void)ml, (void)mu, (void)out, (void)ip;
  for (i = 0; i < 5 * r; ++i) pd[i] = 0;
  pd[0 + 2 * r] = 1;
  pd[1 + 3 * r] = 1;
  pd[2] = -y[4];
  pd[2 + 4 * r] = -y[0];
  pd[3 + r] = -y[4];
  pd[3 + 4 * r] = -y[1];
  pd[4] = 2 * y[0];
  pd[4 + r] = 2 * y[1];
}

/* Andrews' squeezer [HW96, VII.7]. y = (q, v, w, lambda), 7 + 7 + 7 + 6; mass diag(1 x 14, 0 x 13) */
static const double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050,
                    m6 = 0.00706, m7 = 0.05498;
static const double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5,
                    i6 = 5.667e-7, i7 = 1.912e-5;
static const double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014,
                    yc = 0.072, c0 = 4530, l0 = 0.07785, mom = 0.033;
static const double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092,
                    ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308,
                    tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04,
                    fa = 0.01421;

void andrews(int *n, double *t, double *y, double *f, double *out, int *ip) {
  const double *v = y + 7, *w = y + 14, *l = y + 21;
  const double be = y[0], th = y[1], ga = y[2], ph = y[3], de = y[4], om = y[5], ep = y[6];
  const double sibe = sin(be), cobe = cos(be), sith = sin(th), coth = cos(th), siga = sin(ga),
               coga = cos(ga), siph = sin(ph), coph = cos(ph), side = sin(de), code = cos(de),
               siom = sin(om), coom = cos(om), siep = sin(ep), coep = cos(ep);
  const double sibeth = sin(be + th), cobeth = cos(be + th), siphde = sin(ph + de),
               cophde = cos(ph + de), siomep = sin(om + ep), coomep = cos(om + ep);
  const double dx = sd * coga + sc * siga + xb - xc, dy = sd * siga - sc * coga + yb - yc;
  const double length = sqrt(dx * dx + dy * dy), force = -c0 * (length - l0) / length;
  const double a = e - ea, b = zf - fa;
  const double m11 = m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * coth + da * da) + i1 + i2,
               m12 = m2 * (da * da - da * rr * coth) + i2, m22 = m2 * da * da + i2,
               m33 = m3 * (sa * sa + sb * sb) + i3, m44 = m4 * a * a + i4,
               m45 = m4 * (a * a + zt * a * siph) + i4,
               m55 = m4 * (zt * zt + 2 * zt * a * siph + a * a) + m5 * (ta * ta + tb * tb) + i4 + i5,
               m66 = m6 * b * b + i6, m67 = m6 * (b * b - u * b * siom) + i6,
               m77 = m6 * (b * b - 2 * u * b * siom + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;
  const double s13 = l[0] + l[2] + l[4], s24 = l[1] + l[3] + l[5];
  const double x = rr * cobe - d * cobeth, z = rr * sibe - d * sibeth;
  int i;
  (void)n, (void)t, (void)out, (void)ip;
  for (i = 0; i < 14; ++i) f[i] = y[i + 7];
  f[14] = m11 * w[0] + m12 * w[1] - (mom - m2 * da * rr * v[1] * (v[1] + 2 * v[0]) * sith) +
          s13 * (-rr * sibe + d * sibeth) + s24 * (rr * cobe - d * cobeth);
  f[15] = m12 * w[0] + m22 * w[1] - m2 * da * rr * v[0] * v[0] * sith + s13 * d * sibeth -
          s24 * d * cobeth;
  f[16] = m33 * w[2] - force * (dx * (sc * coga - sd * siga) + dy * (sd * coga + sc * siga)) -
          l[0] * ss * coga - l[1] * ss * siga;
  f[17] = m44 * w[3] + m45 * w[4] - m4 * zt * a * v[4] * v[4] * coph - l[2] * e * cophde -
          l[3] * e * siphde;
  f[18] = m45 * w[3] + m55 * w[4] + m4 * zt * a * v[3] * (v[3] + 2 * v[4]) * coph +
          l[2] * (-e * cophde + zt * side) + l[3] * (-e * siphde - zt * code);
  f[19] = m66 * w[5] + m67 * w[6] + m6 * u * b * v[6] * v[6] * coom + l[4] * zf * siomep -
          l[5] * zf * coomep;
  f[20] = m67 * w[5] + m77 * w[6] - m6 * u * b * v[5] * (v[5] + 2 * v[6]) * coom +
          l[4] * (zf * siomep - u * coep) + l[5] * (-zf * coomep - u * siep);
  f[21] = x - ss * siga - xb;
  f[22] = z + ss * coga - yb;
  f[23] = x - e * siphde - zt * code - xa;
  f[24] = z + e * cophde - zt * side - ya;
  f[25] = x - zf * coomep - u * siep - xa;
  f[26] = z - zf * siomep + u * coep - ya;
}
